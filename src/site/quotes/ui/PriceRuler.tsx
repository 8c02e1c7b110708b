import type { CSSProperties } from 'react'
import { euros } from '#src/platform/kit/money.ts'
import { rulerOf, writtenAt } from '../ruler.ts'
import type { QuoteView } from '../rules.ts'

/** Widths of the ruler in CSS pixels: on the narrowest phone, and above the breakpoint in `quotes.css`. */
const widths = { phone: 272, wide: 600 } as const

/** Totals on one ruler. A price without room for its label is a tick only; its card shows it. */
export function PriceRuler({ quotes }: { quotes: readonly QuoteView[] }) {
  const totals = quotes.flatMap(({ offer, company_name: name }) => (offer ? [{ name, total: offer.total }] : []))
  const { from, to, places } = rulerOf(totals.map(({ total }) => total))
  const labels = totals.map(({ total }) => euros(total))
  const onPhones = writtenAt(widths.phone, places, labels)
  const onWide = writtenAt(widths.wide, places, labels)
  return (
    <div
      className="price-ruler"
      role="img"
      aria-label={`Preise im Vergleich: ${totals.map(({ name, total }) => `${name} ${euros(total)}`).join(', ')}`}
    >
      {totals.map(({ name }, at) => (
        <span key={name} className="price-mark" style={{ '--place': `${places[at] ?? 0}%` } as CSSProperties}>
          <span className={[onPhones[at] ? '' : 'not-on-phones', onWide[at] ? '' : 'not-on-wide'].filter(Boolean).join(' ') || undefined}>
            {labels[at]}
          </span>
        </span>
      ))}
      <div className="price-band">
        <span>{euros(from)}</span>
        <span>{euros(to)}</span>
      </div>
    </div>
  )
}
