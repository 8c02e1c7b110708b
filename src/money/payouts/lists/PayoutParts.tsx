import { formatDate } from '#src/platform/kit/dates.ts'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import { payoutStatusLabels } from '../runs/texts.ts'
import type { PayoutView } from './rules.ts'

const looks: Record<PayoutView['status'], StatusTone> = { pending: 'waiting', completed: 'done', failed: 'bad' }

/** Status of a payout, and why it failed. */
export const PayoutState = ({ payout: { status, error_message } }: { payout: PayoutView }) => (
  <span>
    <StatusChip tone={looks[status]}>{payoutStatusLabels[status]}</StatusChip>
    {error_message ? <span className="second"> {error_message}</span> : null}
  </span>
)

/** Dates of the first and the last appointment that a payout pays for. */
export const periodOf = ({ period_start, period_end }: PayoutView) =>
  period_start === period_end ? formatDate(period_start) : `${formatDate(period_start)} – ${formatDate(period_end)}`
