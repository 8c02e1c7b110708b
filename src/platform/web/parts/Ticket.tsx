import type { ReactNode } from 'react'
import { formatEuroShort, priceOnRequest } from '#src/platform/kit/money.ts'
import { SumLine } from './Fact.tsx'

/** The folding rule's ticks on yellow: decorates measured, agreed and priced items. */
export function Scale() {
  return <div className="scale" aria-hidden="true" />
}

/** Card under the yellow rule. `flat` inside dialogs, where the background already separates it; `low` for small ones. */
export function Ticket({ depth, children }: { depth?: 'flat' | 'low'; children: ReactNode }) {
  return (
    <div className={depth ? `ticket ${depth}` : 'ticket'}>
      <Scale />
      {children}
    </div>
  )
}

type PriceTicketProps = { rows: readonly { label: string; value: string }[]; total: string; note: string; label?: string }

/** Summary of the order so far: facts, tear line, total. `total` is '–' while the amount is not valid. */
export function PriceTicket({ rows, total, note, label = 'Gesamtpreis' }: PriceTicketProps) {
  return (
    <Ticket depth="flat">
      <div className="ticket-body">
        {rows.length === 0 ? null : (
          <dl className="pairs small">
            {rows.map((row) => (
              <SumLine key={row.label} label={row.label} amount={row.value} />
            ))}
          </dl>
        )}
        <div className="ticket-total">
          <span className="small strong">{label}</span>
          <span className="price">{total}</span>
          <span className="tiny dim">{note}</span>
        </div>
      </div>
    </Ticket>
  )
}

/** Large price of an hour: 'ab 34,50 €/Std', or 'Preis auf Anfrage'. The text is that of `priceText`. */
export function HourlyPrice({ hourlyRateCents }: { hourlyRateCents: number | null }) {
  if (hourlyRateCents === null) return <p className="price ask">{priceOnRequest}</p>
  return (
    <p className="price">
      <span className="before">ab </span>
      {formatEuroShort(hourlyRateCents)}
      <span className="after">/Std</span>
    </p>
  )
}
