import type { CSSProperties } from 'react'
import { euros } from '#src/kit/money.ts'
import { rulerOf, writtenAt } from '../ruler.ts'
import type { ShownQuote } from '../rules.ts'

/** Widths of the ruler in CSS pixels: the narrowest phone, and from `quotes.css` on the wide one. */
const widths = { phone: 272, wide: 600 } as const

/** The totals on one ruler, between round ends. A price without room beside its neighbour is a mark only; the card below says it. */
export function PriceRuler({ quotes }: { quotes: readonly ShownQuote[] }) {
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
