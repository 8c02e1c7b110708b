import { Check, Minus, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { FileLabel } from '#src/files/ui/FileLabel.tsx'
import { formatLongDate, formatTime } from '#src/kit/dates.ts'
import { formatEuro } from '#src/kit/money.ts'
import { shortId } from '#src/kit/text.ts'
import { Ticket } from '#src/web/Ticket.tsx'
import type { BookingReceipt } from '../rules.ts'
import './receipt.css'

/** The paid booking as a receipt: number, facts, amount, and whom to ask. It claims no more than the booking's state says. */
export function Receipt({ receipt }: { receipt: BookingReceipt }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const state = stateOf(receipt)
  return (
    <article className="rc">
      <Ticket>
        <div className="rc-h">
          <span className={state.isGood ? 'rc-sign' : 'rc-sign off'} aria-hidden="true">
            {state.isGood ? <Check /> : <Minus />}
          </span>
          <div className="stack tight">
            <h1 ref={heading} tabIndex={-1}>
              {state.title}
            </h1>
            <p className="mut">{state.text}</p>
          </div>
        </div>
        <div className="rc-b">
          <BookingFacts receipt={receipt} />
          <ProviderFacts company={receipt.company} />
        </div>
        <div className="rc-t">
          <span className="strong">{state.amountLabel}</span>
          <span className="price">{formatEuro(Math.round(receipt.amount * 100))}</span>
        </div>
      </Ticket>
      <button type="button" className="btn btn-g rc-print" onClick={() => print()}>
        <Printer />
        Drucken
      </button>
    </article>
  )
}

function BookingFacts({ receipt }: { receipt: BookingReceipt }) {
  return (
    <section aria-label="Buchung">
      <dl className="rc-dl">
        <Fact label="Buchungsnummer">
          <span className="num">{shortId(receipt.id)}</span>
        </Fact>
        <Fact label="Leistung">{receipt.service_title}</Fact>
        <Fact label="Termin">
          {formatLongDate(receipt.booking_date)}, <span className="num">{formatTime(receipt.booking_time)}</span>
        </Fact>
        <Fact label="Ort">{receipt.location}</Fact>
        <Fact label="Gebucht von">
          {receipt.customer_name}
          <br />
          <span className="plain">{receipt.customer_email}</span>
        </Fact>
        {receipt.description ? (
          <Fact label="Beschreibung">
            <span className="rc-words">{receipt.description}</span>
          </Fact>
        ) : null}
        {receipt.attachments.length > 0 ? (
          <Fact label="Dateien">
            {receipt.attachments.map((file, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name, and the list never changes
              <FileLabel key={position} {...file} />
            ))}
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}

/** The contact is empty for a booking that is not confirmed. */
function ProviderFacts({ company }: { company: BookingReceipt['company'] }) {
  return (
    <section className="rc-p" aria-labelledby="rc-provider">
      <h2 id="rc-provider">Ihr Anbieter</h2>
      <dl className="rc-dl">
        <Fact label="Firma">{company.company_name}</Fact>
        {company.contact_person ? <Fact label="Kontaktperson">{company.contact_person}</Fact> : null}
        {company.phone ? (
          <Fact label="Telefon">
            <a href={`tel:${company.phone.replace(/[^+\d]/g, '')}`}>{company.phone}</a>
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function stateOf({ booking_status, payment_status }: BookingReceipt) {
  if (payment_status === 'refunded')
    return { isGood: false, title: 'Diese Buchung ist storniert', text: 'Der Betrag wurde Ihnen erstattet.', amountLabel: 'Erstattet' }
  if (booking_status === 'cancelled')
    return {
      isGood: false,
      title: 'Diese Buchung ist storniert',
      text: 'Der Termin findet nicht statt. Eine Erstattung ist noch nicht verbucht.',
      amountLabel: 'Betrag',
    }
  if (booking_status === 'pending')
    return { isGood: false, title: 'Ihre Buchung wird bestätigt', text: 'Die Bestätigung kommt per E-Mail.', amountLabel: 'Betrag' }
  return {
    isGood: true,
    title: 'Ihre Buchung ist bestätigt',
    text: 'Eine Bestätigung haben wir Ihnen per E-Mail geschickt.',
    amountLabel: 'Bezahlt',
  }
}
