import { formatDate } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { greeting } from '#src/platform/kit/text.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import type { HeldStep } from './customers/rules.ts'
import type { DocumentFacts, DocumentParty } from './facts.ts'

type Recipient = Pick<DocumentFacts, 'terms' | 'issuedOn' | 'grossCents' | 'taxCents'> & {
  buyer: Pick<DocumentParty, 'email' | 'contactName'>
}
/** `word`: title of the document. */
type Issued = { document: { id: string; number: string; facts: Recipient }; word: string; publicUrl: string }

/** Notifies a company of a new document from the operator. Sent once its files are stored. */
export const issuedMail = ({ document: { id, number, facts }, word, publicUrl }: Issued): MailMessage => ({
  to: facts.buyer.email,
  occasion: `document:${id}`,
  subject: `${word} ${number}`,
  blocks: [
    heading(`${word} ${number}`),
    text(`${greeting(facts.buyer.contactName)},`),
    text(`${word} ${number} liegt für Sie bereit. ${facts.terms}`.trim()),
    factsBlock([
      ['Nummer', number],
      ['Datum', formatDate(facts.issuedOn)],
      ['Betrag', formatEuro(facts.grossCents)],
      ['darin Umsatzsteuer', formatEuro(facts.taxCents)],
    ]),
    button('Belege ansehen', `${publicUrl}/dashboard/belege`),
  ],
})

type CustomerRecipient = Pick<DocumentFacts, 'terms' | 'issuedOn' | 'supplyTo' | 'grossCents'> & {
  buyer: Pick<DocumentParty, 'email'>
  seller: Pick<DocumentParty, 'name'>
}
type ToCustomer = { document: { id: string; number: string; facts: CustomerRecipient }; word: string; page: string }

/** Notifies a customer of a document in the company's name. Sent once its files are stored; the link opens the booking's page. */
export const customerMail = ({ document: { id, number, facts }, word, page }: ToCustomer): MailMessage => ({
  to: facts.buyer.email,
  occasion: `document:${id}`,
  subject: `${word} ${number} von ${facts.seller.name}`,
  blocks: [
    heading(`${word} ${number}`),
    text('Guten Tag,'),
    text(`${word} ${number} von ${facts.seller.name} liegt als PDF für Sie bereit. ${facts.terms}`.trim()),
    factsBlock([
      ['Nummer', number],
      ['Datum', formatDate(facts.issuedOn)],
      ['Leistung', formatDate(facts.supplyTo)],
      ['Betrag', formatEuro(facts.grossCents)],
    ]),
    button(`${word} öffnen`, `${page}#rechnung`),
  ],
})

type Cancelled = {
  to: string
  document: {
    id: string
    number: string
    facts: { buyer: Pick<DocumentParty, 'name'>; seller: Pick<DocumentParty, 'contactName'> }
  }
  reason: string
  isReissued: boolean
  publicUrl: string
}

/** Notifies a company that the operator cancelled an invoice in its name. */
export const cancelledMail = ({ to, document: { id, number, facts }, reason, isReissued, publicUrl }: Cancelled): MailMessage => ({
  to,
  occasion: `documentCancelled:${id}`,
  subject: `Ihre Rechnung ${number} wurde storniert`,
  blocks: [
    heading(`Rechnung ${number} storniert`),
    text(`${greeting(facts.seller.contactName)},`),
    text(`wir haben die Rechnung ${number} an ${facts.buyer.name} storniert, die in Ihrem Namen gestellt war. Grund: ${reason}`),
    text(
      isReissued
        ? 'Eine neue Rechnung folgt von selbst aus den heutigen Angaben.'
        : 'Bitte berichtigen Sie den Entwurf. Erst dann stellen wir in Ihrem Namen eine neue Rechnung.',
    ),
    button('Belege ansehen', `${publicUrl}/dashboard/belege#rechnungen`),
  ],
})

type Held = {
  to: string
  contactPerson: string
  booking: { id: string; customerName: string; serviceTitle: string; bookingDate: string }
  /** Number and cancellation day of the cancelled invoice. */
  number: string
  heldOn: string
  step: HeldStep
  isMandated: boolean
  publicUrl: string
}

/** Reminds a company that it cancelled an invoice and has not issued the next one. */
export const heldMail = ({ to, contactPerson, booking, number, heldOn, step, isMandated, publicUrl }: Held): MailMessage => ({
  to,
  occasion: `invoiceHeld:${step}:${booking.id}:${heldOn}`,
  subject: `${step === 'reminded' ? 'Erinnerung' : 'Zweite Erinnerung'}: Die neue Rechnung an ${booking.customerName} fehlt`,
  blocks: [
    heading('Eine Rechnung wartet auf Sie'),
    text(`${greeting(contactPerson)},`),
    text(
      `die Rechnung ${number} ist seit ${formatDate(heldOn)} storniert. ${
        isMandated
          ? 'Eine neue stellen wir erst, wenn Sie den Entwurf geprüft haben. Sie können stattdessen auch Ihre eigene hinterlegen.'
          : 'Bitte hinterlegen Sie Ihre eigene.'
      }`,
    ),
    ...(step === 'reminded'
      ? []
      : [
          text(
            'Von selbst geschieht nichts. Rechnungen an Unternehmen und für Arbeiten an Grundstücken müssen binnen sechs Monaten nach der Leistung gestellt sein (§ 14 Abs. 2 UStG). Wir erinnern Sie nicht noch einmal.',
          ),
        ]),
    factsBlock([
      ['Kunde', booking.customerName],
      ['Leistung', `${booking.serviceTitle}, ${formatDate(booking.bookingDate)}`],
      ['Stornierte Rechnung', number],
    ]),
    button('Rechnungen ansehen', `${publicUrl}/dashboard/belege#rechnungen`),
  ],
})

type UploadedFile = { fileId: string; to: string; companyName: string; page: string }

/** Notifies a customer of an invoice that the company uploaded. */
export const uploadedInvoiceMail = ({ fileId, to, companyName, page }: UploadedFile): MailMessage => ({
  to,
  occasion: `ownInvoice:${fileId}`,
  subject: `Rechnung von ${companyName}`,
  blocks: [
    heading('Ihre Rechnung ist da'),
    text('Guten Tag,'),
    text(`${companyName} hat die Rechnung zu Ihrer Buchung hinterlegt. Sie ist schon bezahlt, bitte nicht überweisen.`),
    button('Rechnung öffnen', `${page}#rechnung`),
  ],
})
