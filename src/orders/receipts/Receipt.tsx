import { lazy, Suspense } from 'react'
import { factsOfMethod } from '#src/money/payments/methods.ts'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { telLink } from '#src/platform/kit/typed.ts'
import { Check, Clock, Minus } from '#src/platform/web/icons/Icons.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { FocusedHeading } from '#src/platform/web/parts/FocusedHeading.tsx'
import { Ticket } from '#src/platform/web/parts/Ticket.tsx'
import { TroubleLink } from '#src/platform/web/parts/TroubleLink.tsx'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { BookingPapers, BookingTools } from './BookingTools.tsx'
import { ReceiptFiles } from './ReceiptFiles.tsx'
import { isSeriesDate, nextSteps, stateOf, termOf } from './rules.ts'
import type { BookingReceipt } from './schemas.ts'
import { BookingActions } from './ui/BookingActions.tsx'
import { BookingTrack } from './ui/BookingTrack.tsx'
import { BoughtService } from './ui/BoughtService.tsx'
import './receipt.css'

/** Loaded lazily: most bookings are viewed without messages, and before there is an invoice. */
const OwnMessages = lazy(() => import('#src/orders/messages/ui/OwnMessages.tsx'))
const OwnSupplements = lazy(() => import('#src/orders/supplements/OwnSupplements.tsx'))
const OwnPlan = lazy(() => import('#src/orders/instalments/OwnPlan.tsx'))
const OwnWork = lazy(() => import('#src/orders/onsite/OwnWork.tsx'))
const OwnTip = lazy(() => import('#src/orders/tips/OwnTip.tsx'))
const OwnSeries = lazy(() => import('#src/orders/series/OwnSeries.tsx'))
const OwnInvoices = lazy(() => import('#src/orders/documents/customers/OwnInvoices.tsx'))

type ReceiptProps = {
  receipt: BookingReceipt
  bookingKey: BookingKey
  /** True right after the payment. */
  isNew?: boolean
  onChange: (receipt: BookingReceipt) => void
}

/** View of a booking for its customer: state and appointment first, then actions, then contact and documents. */
export function Receipt({ receipt, bookingKey, isNew = false, onChange }: ReceiptProps) {
  const state = stateOf(receipt, { isNew, today: berlinDay(new Date()) })
  const isDue = receipt.plan?.list.some(({ status }) => status === 'due') ?? false
  const plan =
    receipt.plan && receipt.paid_at ? (
      <Suspense fallback={null}>
        <OwnPlan receipt={receipt} plan={receipt.plan} bookingKey={bookingKey} />
      </Suspense>
    ) : null
  const supplements = (
    <Suspense fallback={null}>
      <OwnSupplements receipt={receipt} bookingKey={bookingKey} />
    </Suspense>
  )
  return (
    <article className="receipt">
      <div className="receipt-top">
        <span className={state.isGood ? 'receipt-sign' : 'receipt-sign off'} aria-hidden="true">
          {receipt.request || receipt.is_processing || isSeriesDate(receipt) ? <Clock /> : state.isGood ? <Check /> : <Minus />}
        </span>
        <div className="stack tight">
          <FocusedHeading>{state.title}</FocusedHeading>
          <p className="muted">{state.text}</p>
        </div>
      </div>
      {isDue ? <div className="receipt-asks">{plan}</div> : null}
      {receipt.supplements === 'open' ? <div className="receipt-asks">{supplements}</div> : null}
      {receipt.is_supplement ? null : <BookingTrack receipt={receipt} />}
      <div className="receipt-ticket">
        <Ticket>
          <div className="receipt-body">
            <BookingFacts receipt={receipt} />
            <BookingTools receipt={receipt} />
          </div>
          <Amount receipt={receipt} label={state.amountLabel} />
        </Ticket>
      </div>
      <div className="receipt-main">
        {receipt.has_work ? (
          <Suspense fallback={null}>
            <OwnWork bookingKey={bookingKey} company={receipt.company.company_name} />
          </Suspense>
        ) : null}
        {receipt.in_series ? (
          <Suspense fallback={null}>
            <OwnSeries
              seriesKey={{ booking: bookingKey }}
              onChange={() => void readCall('get-booking', bookingKey).then(onChange, () => undefined)}
            />
          </Suspense>
        ) : null}
        {isDue ? null : plan}
        {receipt.supplements === 'ended' ? supplements : null}
        <BookingActions receipt={receipt} bookingKey={bookingKey} onChange={onChange} />
        {receipt.tip ? (
          <Suspense fallback={null}>
            <OwnTip receipt={receipt} tip={receipt.tip} bookingKey={bookingKey} />
          </Suspense>
        ) : null}
        <NextSteps steps={nextSteps(receipt)} />
        <TroubleLink />
        <Suspense fallback={null}>
          <OwnMessages bookingKey={bookingKey} />
        </Suspense>
      </div>
      <div className="receipt-side">
        <CompanyFacts company={receipt.company} />
        <section className="card padded stack" aria-labelledby="rc-papers">
          <h2 id="rc-papers">Zahlung und Belege</h2>
          <p className="muted">{paidText(receipt)}</p>
          <BookingPapers receipt={receipt} bookingKey={bookingKey} />
        </section>
        {receipt.paid_at && !receipt.is_supplement ? (
          <Suspense fallback={null}>
            <OwnInvoices bookingKey={bookingKey} />
          </Suspense>
        ) : null}
        <CustomerFacts receipt={receipt} bookingKey={bookingKey} />
      </div>
    </article>
  )
}

function NextSteps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null
  return (
    <section className="receipt-next" aria-labelledby="rc-next">
      <h2 id="rc-next">So geht es weiter</h2>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </section>
  )
}

/** Appointment and service first; then the place and the number. */
function BookingFacts({ receipt }: { receipt: BookingReceipt }) {
  const term = termOf(receipt)
  return (
    <section aria-label="Buchung">
      <dl className="receipt-facts">
        <Fact label="Termin">
          <span className="number term-lines">{[term.day, term.time].join(term.time.includes('\n') ? '\n' : ', ')}</span>
        </Fact>
        <Fact label="Leistung">
          <BoughtService {...receipt} />
        </Fact>
        {receipt.location ? <Fact label="Ort">{receipt.location}</Fact> : null}
        <Fact label="Buchungsnummer">
          <span className="number">{shortId(receipt.id)}</span>
        </Fact>
      </dl>
    </section>
  )
}

/** Everything that the customer entered besides. */
function CustomerFacts({ receipt, bookingKey }: { receipt: BookingReceipt; bookingKey: BookingKey }) {
  return (
    <section className="card padded stack" aria-labelledby="rc-customer">
      <h2 id="rc-customer">Ihre Angaben</h2>
      <dl className="receipt-facts">
        <Fact label="Gebucht von">
          {receipt.customer_name ? (
            <span>
              {receipt.customer_name}
              <br />
            </span>
          ) : null}
          <span className="plain">{receipt.customer_email}</span>
        </Fact>
        {receipt.description ? (
          <Fact label="Beschreibung">
            <span className="receipt-words">{receipt.description}</span>
          </Fact>
        ) : null}
        {receipt.attachments.length > 0 ? (
          <Fact label="Dateien">
            <ReceiptFiles files={receipt.attachments} bookingKey={bookingKey} />
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** Facts of the company. The contact is empty if the appointment does not take place. */
function CompanyFacts({ company }: { company: BookingReceipt['company'] }) {
  return (
    <section className="card padded stack" aria-labelledby="rc-company">
      <h2 id="rc-company">Ihr Anbieter</h2>
      <dl className="receipt-facts">
        <Fact label="Firma">{company.company_name}</Fact>
        {company.contact_person ? <Fact label="Ansprechpartner">{company.contact_person}</Fact> : null}
        {company.phone ? (
          <Fact label="Telefon">
            <a href={telLink(company.phone)}>{company.phone}</a>
          </Fact>
        ) : null}
        {company.email ? (
          <Fact label="E-Mail">
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The paid amount, and the refunded part unless everything was refunded. */
function Amount({ receipt, label }: { receipt: BookingReceipt; label: string }) {
  const isPartly = receipt.refunded > 0 && receipt.payment_status !== 'refunded'
  return (
    <>
      <div className="receipt-total">
        <span className="strong">{label}</span>
        <span className="price">{euros(receipt.amount)}</span>
      </div>
      {isPartly ? (
        <div className="receipt-back">
          <span>Davon erstattet</span>
          <span className="number">{euros(receipt.refunded)}</span>
        </div>
      ) : null}
    </>
  )
}

function paidText({ paid_at: paidAt, method, is_processing: isProcessing }: BookingReceipt) {
  if (isProcessing) return `Zahlung mit ${factsOfMethod(method).names[0]} unterwegs.`
  if (paidAt === null) return 'Noch nichts bezahlt.'
  return `Bezahlt mit ${factsOfMethod(method).names[0]} am ${formatDate(berlinDay(new Date(paidAt)))}.`
}
