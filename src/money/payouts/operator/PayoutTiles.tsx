import { payoutStatuses, payoutStatusLabels } from '#src/money/payouts/runs/texts.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { StatTiles, StatTilesWaiting } from '#src/platform/web/parts/StatTiles.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'

export type PayoutStats = CallAnswer<'admin-payout-stats'>

const label = 'Kennzahlen der Auszahlungen'
const all = 'Alle Auszahlungen'

/** Number and sum of payouts by status. */
export function PayoutTiles({ stats }: { stats: PayoutStats | undefined }) {
  if (!stats) return <StatTilesWaiting label={label} labels={[all, ...payoutStatuses.map((status) => payoutStatusLabels[status])]} />
  const fee = stats.by_status.find(({ status }) => status === 'completed')?.platform_fee ?? 0
  return (
    <StatTiles
      label={label}
      tiles={[
        { label: all, value: stats.total.toLocaleString('de-DE'), sub: `Provision aus abgeschlossenen: ${euros(fee)}` },
        ...stats.by_status.map(({ status, payouts, amount }) => ({
          label: payoutStatusLabels[status],
          value: euros(amount),
          sub: plural(payouts, 'Auszahlung', 'Auszahlungen'),
        })),
      ]}
    />
  )
}
