import { formatDate } from '#src/platform/kit/dates.ts'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import { payoutStatusWords } from '../runs/texts.ts'
import type { ShownPayout } from './rules.ts'

const looks: Record<ShownPayout['status'], StatusTone> = { pending: 'waiting', completed: 'done', failed: 'bad' }

/** Status of a payout, and why it failed. */
export const PayoutState = ({ payout: { status, error_message } }: { payout: ShownPayout }) => (
  <span>
    <StatusChip tone={looks[status]}>{payoutStatusWords[status]}</StatusChip>
    {error_message ? <span className="second"> {error_message}</span> : null}
  </span>
)

/** Dates of the first and the last appointment that a payout pays for. */
export const periodOf = ({ period_start, period_end }: ShownPayout) =>
  period_start === period_end ? formatDate(period_start) : `${formatDate(period_start)} – ${formatDate(period_end)}`
