import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Stars } from '#src/platform/web/parts/Stars.tsx'
import { CompanyLogo } from '#src/supply/companies/ui/CompanyLogo.tsx'
import { depositText } from '#src/supply/services/deposits.ts'
import { durationText } from '#src/supply/services/texts.ts'
import type { QuoteView } from '../rules.ts'

type QuoteCardProps = {
  quote: QuoteView
  slots: readonly string[]
  isChosen: boolean
  isOpen: boolean
  start: string
  onChoose: () => void
  onStart: (start: string) => void
}

/** Quote as one of several columns: the same fact has the same row in each. */
export function QuoteCard({ quote, slots, isChosen, isOpen, start, onChoose, onStart }: QuoteCardProps) {
  const { company_id: id, company_name: companyName, logo_url: logoUrl, rating, reviews, offer, is_being_paid: isBeingPaid } = quote
  if (!offer) return null
  const deposit = depositText({ priceKind: 'fixed', depositPercent: offer.deposit_percent, restParts: offer.rest_parts })
  const BidHead = isOpen ? 'label' : 'div'
  return (
    <article className={isChosen && isOpen ? 'card bid chosen' : 'card bid'} aria-labelledby={`offer-${id}`}>
      <BidHead className="bid-head">
        <CompanyLogo company={{ companyName, logoUrl }} size={48} />
        <span>
          <span className="bid-name" id={`offer-${id}`}>
            {companyName}
          </span>
          {rating === null ? (
            <span className="small muted">Noch keine Bewertungen</span>
          ) : (
            <Stars rating={rating} reviews={reviews} small />
          )}
        </span>
        {isOpen ? (
          <input type="radio" name="offer" aria-label={`Angebot von ${companyName} wählen`} checked={isChosen} onChange={onChoose} />
        ) : null}
      </BidHead>
      <div>
        <p className="small muted">Gesamtpreis</p>
        <p className="price">{euros(offer.total)}</p>
        <p className="small dim">{`inkl. MwSt., verbindlich${isBeingPaid ? ', Zahlung begonnen' : ''}`}</p>
        {deposit === undefined ? null : <p className="small">{deposit}</p>}
      </div>
      <Row label="Leistung" text={offer.title} />
      <Row label="Dauer" text={durationText(offer.minutes)} />
      <Row label="Enthalten" text={offer.text} className="small own-words" />
      {isOpen ? (
        <fieldset className="bid-starts">
          <legend className="bid-label">Beginn</legend>
          {slots.map((slot) => (
            <label key={slot} className="check">
              <input
                type="radio"
                name={`start-${id}`}
                checked={slot === start}
                onChange={() => {
                  onChoose()
                  onStart(slot)
                }}
              />
              {formatSlot(slot)}
            </label>
          ))}
        </fieldset>
      ) : null}
      {isOpen ? <Row label="Gilt bis" text={formatMoment(new Date(offer.valid_until))} /> : null}
    </article>
  )
}

const Row = ({ label, text, className = 'small' }: { label: string; text: string; className?: string }) => (
  <div>
    <p className="bid-label">{label}</p>
    <p className={className}>{text}</p>
  </div>
)
