import type { CSSProperties } from 'react'
import { euros } from '#src/kit/money.ts'
import type { ShownQuote } from '../rules.ts'

/** How near to each other two prices may be written, in percent of the ruler; of nearer ones only the mark is drawn. */
const nearest = 16

/** The totals on one ruler, between round ends. */
export function PriceRuler({ quotes }: { quotes: readonly ShownQuote[] }) {
  const totals = quotes.flatMap(({ offer, company_name: name }) => (offer ? [{ name, total: offer.total }] : []))
  const [from, to] = endsOf(totals.map(({ total }) => total))
  const places = totals.map(({ total }) => ((total - from) / (to - from)) * 100)
  let last = Number.NEGATIVE_INFINITY
  return (
    <div
      className="price-ruler"
      role="img"
      aria-label={`Preise im Vergleich: ${totals.map(({ name, total }) => `${name} ${euros(total)}`).join(', ')}`}
    >
      {totals.map(({ name, total }, at) => {
        const place = places[at] ?? 0
        const isWritten = place - last >= nearest
        if (isWritten) last = place
        return (
          <span key={name} className="price-mark" style={{ '--place': `${place}%` } as CSSProperties}>
            <span>{isWritten ? euros(total) : ''}</span>
          </span>
        )
      })}
      <div className="price-band">
        <span>{euros(from)}</span>
        <span>{euros(to)}</span>
      </div>
    </div>
  )
}

/** Round ends around the totals, far enough outside for the first and the last to be written above the ruler. */
function endsOf(totals: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...totals), Math.max(...totals)]
  const step = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1) * 5
  const room = Math.max(step / 2, (most - least) / 4)
  return [Math.max(0, Math.floor((least - room) / step) * step), Math.ceil((most + room) / step) * step]
}
