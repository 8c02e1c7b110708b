import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { StatTiles, StatTilesWaiting } from '#src/platform/web/parts/StatTiles.tsx'
import type { RevenueSummary } from './rules.ts'
import { rateText, revenueTexts, spanText } from './texts.ts'

const { platform, bookings, companies, rate } = revenueTexts.cards
const label = 'Kennzahlen der Umsätze'

/** The four figures of docs/spec.md#area-revenues, each with its components. */
export function RevenueTiles({ summary }: { summary: RevenueSummary | undefined }) {
  if (!summary) return <StatTilesWaiting label={label} labels={[platform, bookings, companies, rate]} />
  return (
    <StatTiles
      label={`${label}, ${spanText(summary)}`}
      tiles={[
        {
          label: platform,
          value: euros(summary.platform_revenue),
          sub: `Provision ${euros(summary.fees)} + Abonnements ${euros(summary.subscriptions)}, darin ${euros(summary.vat)} USt.`,
        },
        {
          label: bookings,
          value: euros(summary.booking_revenue),
          sub: `${plural(summary.bookings, 'Zahlung', 'Zahlungen')} ${euros(summary.paid)} − Erstattungen ${euros(summary.refunded)}`,
        },
        {
          label: companies,
          value: summary.active_companies.toLocaleString('de-DE'),
          sub: `mit bezahlten Buchungen; ${summary.listed_companies.toLocaleString('de-DE')} sind sichtbar`,
        },
        { label: rate, value: rateText(summary.commission_rate), sub: 'Provision geteilt durch Buchungsumsatz' },
      ]}
    />
  )
}
