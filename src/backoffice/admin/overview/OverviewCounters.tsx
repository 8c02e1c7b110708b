import { euros } from '#src/platform/kit/money.ts'
import { StatTiles, StatTilesWaiting } from '#src/platform/web/parts/StatTiles.tsx'
import type { OverviewView } from './rules.ts'

const label = 'Zähler'
const labels = ['Anbieter', 'Buchungen', 'Nutzerkonten', 'Gesamtumsatz'] as const

/** Companies, bookings, users and the total revenue (docs/spec.md#area-overview). */
export function OverviewCounters({ overview }: { overview: OverviewView | undefined }) {
  if (!overview) return <StatTilesWaiting label={label} labels={labels} />
  const [companies, bookings, users, revenue] = labels
  return (
    <StatTiles
      label={label}
      tiles={[
        { label: companies, value: number(overview.companies.listed), sub: `öffentlich, von ${number(overview.companies.total)}` },
        { label: bookings, value: number(overview.bookings.paid), sub: `bezahlt, von ${number(overview.bookings.total)}` },
        { label: users, value: number(overview.users.total), sub: `${number(overview.users.confirmed)} bestätigt` },
        {
          label: revenue,
          value: euros(overview.total_revenue),
          sub: `Plattform: ${euros(overview.platform_revenue.total)}`,
        },
      ]}
    />
  )
}

const number = (count: number) => count.toLocaleString('de-DE')
