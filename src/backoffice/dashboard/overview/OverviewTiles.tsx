import { plans } from '#src/money/plans/rules.ts'
import { euros } from '#src/platform/kit/money.ts'
import { StatTiles } from '#src/platform/web/parts/StatTiles.tsx'
import type { OwnCompany } from '#src/supply/companies/ownCompany.ts'
import type { DashboardData } from '../rules.ts'
import { accountStatusLabels } from '../texts.ts'

export const tileLabels = ['Buchungen gesamt', 'Bezahlte Buchungen', 'Umsatz gesamt', 'Kontostatus'] as const

/** The four figures of docs/spec.md#dashboard-overview: bookings, paid ones, revenue with the company's share, state of the account. */
export function OverviewTiles({ stats, plan }: { stats: DashboardData['stats']; plan: OwnCompany['plan'] }) {
  const [all, paid, revenue, status] = tileLabels
  return (
    <StatTiles
      label="Kennzahlen"
      tiles={[
        { label: all, value: stats.total_bookings.toLocaleString('de-DE') },
        { label: paid, value: stats.paid_bookings.toLocaleString('de-DE'), sub: shareOfAll(stats) },
        { label: revenue, value: euros(stats.total_revenue), sub: `Ihr Anteil: ${euros(stats.company_share)}` },
        { label: status, value: accountStatusLabels[stats.account_status], sub: `Plan ${plans[plan].name}` },
      ]}
    />
  )
}

function shareOfAll({ total_bookings, paid_bookings }: DashboardData['stats']) {
  if (total_bookings === 0) return undefined
  return `${Math.round((100 * paid_bookings) / total_bookings)} % aller Buchungen`
}
