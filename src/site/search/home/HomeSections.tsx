import { Link } from 'react-router'
import { methodsChoice, offeredMethods } from '#src/money/payments/methods.ts'
import { plans } from '#src/money/plans/rules.ts'
import { PayoutDay } from '#src/money/plans/ui/PayoutDay.tsx'
import { formatEuro, formatEuroShort, formatRate } from '#src/platform/kit/money.ts'
import { Check } from '#src/platform/web/icons/Icons.tsx'
import { ProofBadge } from '#src/platform/web/parts/Badge.tsx'
import { StarRow } from '#src/platform/web/parts/Stars.tsx'
import { Ticket } from '#src/platform/web/parts/Ticket.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'

/** Three facts, each with a drawing. */
export function WhyUs() {
  return (
    <section className="section" aria-labelledby="why">
      <div className="wrap">
        <div className="section-head">
          <h2 id="why">Worauf Sie sich verlassen können</h2>
        </div>
        <div className="why">
          <PriceStands />
          <PaidAfterwards />
          <ReviewsWithProof />
        </div>
      </div>
    </section>
  )
}

/** Amount in the drawing; an example, not a price. */
const exampleCents = 13_800

function PriceStands() {
  return (
    <article>
      <div className="figure">
        <Ticket depth="low">
          <div className="ticket-body">
            <span className="tiny dim">Gesamtpreis</span>
            <span className="price">{formatEuro(exampleCents)}</span>
          </div>
        </Ticket>
      </div>
      <div className="words">
        <h3>Der Preis steht vorher fest</h3>
        <p className="muted">Der Gesamtbetrag bleibt in jedem Schritt sichtbar. Am Ende kommt nichts mehr dazu.</p>
      </div>
    </article>
  )
}

function PaidAfterwards() {
  const { direct } = offeredMethods(useSite().methods)
  return (
    <article>
      <div className="figure">
        <ol className="steps" aria-label="Ablauf der Zahlung">
          <li className="done">
            <Check />
            <span>Bezahlt</span>
          </li>
          <li aria-current="step">
            <span>Termin</span>
          </li>
          <li>
            <span>Auszahlung</span>
          </li>
        </ol>
      </div>
      <div className="words">
        <h3>Ausgezahlt wird nach dem Termin</h3>
        <p className="muted">Sie zahlen sicher mit {methodsChoice(direct)}. Der Anbieter bekommt sein Geld erst nach dem Termin.</p>
      </div>
    </article>
  )
}

function ReviewsWithProof() {
  return (
    <article>
      <div className="figure">
        <div className="proof">
          <span className="stars">
            <StarRow rating={5} />
          </span>
          <ProofBadge isFromBooking />
          <span className="line" />
          <span className="line short" />
        </div>
      </div>
      <div className="words">
        <h3>Bewertungen mit Beleg</h3>
        <p className="muted">
          Gehört eine Bewertung zu einer bezahlten Buchung, steht das dabei. Fehlt der Nachweis, steht auch das dabei.
        </p>
      </div>
    </article>
  )
}

export function CallToCompanies() {
  return (
    <section className="offer section" aria-labelledby="companies">
      <div className="wrap offer-grid">
        <div className="words">
          <h2 id="companies">Sie machen gute Arbeit? Wir bringen die Aufträge.</h2>
          <p className="muted">
            Firma anlegen, Plan wählen, Buchungen annehmen. Die Auszahlung kommt auf Ihr Konto, die Provision steht von Anfang an fest.
          </p>
          <div className="actions">
            <Link className="button accent" to="/provider-signup">
              Anbieter werden
            </Link>
            <Link to="/support">Fragen? Zum Support</Link>
          </div>
        </div>
        <div className="plans">
          {Object.values(plans).map((plan) => (
            <div className="plan" key={plan.name}>
              <h3>{plan.name}</h3>
              <p className="price">
                {formatEuroShort(plan.priceCents)}
                <small>im Monat</small>
              </p>
              <p className="small">
                {formatRate(plan.commissionBasisPoints)} Provision je Buchung, <PayoutDay payout={plan.payout} />
              </p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
