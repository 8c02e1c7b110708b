import { mailedEntry } from '#src/orders/bookings/calendar.ts'
import { type BookingLinks, customerBookingUrl, linkBlocks } from '#src/orders/bookings/mails.ts'
import { bookingTermText, type Parts } from '#src/orders/bookings/termTexts.ts'
import { earlyStartTexts } from '#src/orders/bookings/withdrawalRules.ts'
import { formatDate, formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage, MailRow } from '#src/platform/server/mail/message.ts'
import { refundOfMissed, retentionNote, type Terms } from './refundRules.ts'

export type Booking = {
  id: string
  serviceTitle: string
  customerName: string
  customerEmail: string
  bookingDate: string
  bookingTime: string
}
export type Company = { companyName: string; mailbox: string; contactPerson: string }

/** Button that opens one booking in its company's dashboard. */
export const bookingButton = (publicUrl: string, { id }: { id: string }, label = 'Buchung ansehen') =>
  button(label, customerBookingUrl(publicUrl, id))
type Until = { endsAt: Date | undefined; parts?: Parts }

/** Facts of every mail about an appointment. `until` is given if the mail is about the time itself. */
export const factsOf = (booking: Booking, rows: MailRow[], until?: Until) =>
  factsBlock([
    ['Buchungsnummer', shortId(booking.id)],
    ['Leistung', booking.serviceTitle],
    ['Termin', bookingTermText({ booking, ...until })],
    ...rows,
  ])

/** Subject of a mail: 'Anfrage verfallen: Fenster putzen am 11.12.2026'. */
export const subjectOf = (what: string, { serviceTitle, bookingDate }: Pick<Booking, 'serviceTitle' | 'bookingDate'>) =>
  `${what}: ${serviceTitle} am ${formatDate(bookingDate)}`

/** Content of a mail about an appointment: `says` follows the greeting, `more` the facts. */
type Content = Pick<MailMessage, 'occasion' | 'subject' | 'calendar'> & {
  title: string
  says: string
  rows: MailRow[]
  until?: Until
  more?: readonly string[]
}

/** Mail about an appointment to its customer, with the links to its page. */
export const toCustomer = (
  { booking, links }: { booking: Booking; links: BookingLinks },
  { title, says, rows, until, more = [], ...mail }: Content,
): MailMessage => ({
  ...mail,
  to: booking.customerEmail,
  blocks: [heading(title), text(`Guten Tag, ${says}`), factsOf(booking, rows, until), ...more.map(text), ...linkBlocks(links)],
})

/** Mail about an appointment to its company, with the button that opens it. */
export const toCompany = (
  { booking, company, publicUrl }: { booking: Booking; company: Company; publicUrl: string },
  { title, says, rows, until, more = [], ...mail }: Content,
): MailMessage => ({
  ...mail,
  to: company.mailbox,
  blocks: [
    heading(title),
    text(`${greeting(company.contactPerson)}, ${says}`),
    factsOf(booking, rows, until),
    ...more.map(text),
    bookingButton(publicUrl, booking),
  ],
})

type Confirmation = { to: string; occasion: string; subject: string; says: string; url: string; days: number }

/** Mail to a typed address. It may be a stranger's, so the mail repeats no typed text (docs/spec.md#unconfirmed-address). */
export const confirmationOf = ({ to, occasion, subject, says, url, days }: Confirmation): MailMessage => ({
  to,
  occasion,
  subject: `Bitte bestätigen Sie: ${subject}`,
  blocks: [
    heading('Nur noch ein Klick'),
    text(`Guten Tag, mit dieser E-Mail-Adresse möchte jemand ${says}`),
    button('Ansehen und bestätigen', url),
    text(
      `Waren Sie das nicht? Dann brauchen Sie nichts zu tun: Ohne Bestätigung schreiben wir Ihnen nicht mehr, und wir löschen die Angaben nach ${days} Tagen.`,
    ),
  ],
})

type NewLink = { to: string; occasion: string; page: 'Serie' | 'Warteliste'; url: string }

/** Mail with a new link after the old one expired or leaked. The address may be unconfirmed, so the mail repeats no typed text. */
export const newLinkTo = ({ to, occasion, page, url }: NewLink): MailMessage => ({
  to,
  occasion,
  subject: `Ihr neuer Link zur ${page}`,
  blocks: [
    heading('Ihr neuer Link'),
    text('Guten Tag, dieser Link ersetzt den bisherigen, der nicht mehr gilt. Bitte geben Sie ihn nicht weiter.'),
    button(`${page} ansehen`, url),
  ],
})

type Missed = { booking: Booking; company: Company; policy: Terms['policy']; leftCents: Cents; deadlineAt: Date; links: BookingLinks }

/** Mail to a customer reported as absent: what that costs, and until when to object. */
export const missedMail = ({ policy, leftCents, deadlineAt, ...facts }: Missed) => {
  const { booking, company } = facts
  const refund = refundOfMissed(policy, leftCents)
  const money = refund
    ? `Ohne Widerspruch erstatten wir Ihnen danach ${formatEuro(refund.refundCents)}; ${formatEuro(refund.retainedCents)} behält der Anbieter nach seinen Stornobedingungen. ${retentionNote}`
    : `Alles Weitere klären Sie bitte mit ${company.companyName}.`
  return toCustomer(facts, {
    occasion: `booking:${booking.id}:missed:customer`,
    subject: subjectOf('Ihr Anbieter hat Sie nicht angetroffen', booking),
    title: 'Ihr Anbieter hat Sie nicht angetroffen',
    says: `${company.companyName} hat uns gemeldet, dass zu Ihrem Termin niemand da war.`,
    rows: [['Anbieter', company.companyName]],
    more: [`War es anders? Dann widersprechen Sie bis ${formatMoment(deadlineAt)} auf der Seite Ihrer Buchung.`, money],
  })
}

type Objected = { booking: Booking; company: Company; reason: string }

/** Mail to the company whose customer objects to its report. */
export const objectionCompanyMail = ({ booking, company, reason }: Objected): MailMessage => ({
  to: company.mailbox,
  occasion: `booking:${booking.id}:objected:company`,
  subject: subjectOf('Widerspruch zu einem Termin', booking),
  blocks: [
    heading('Ein Kunde hat widersprochen'),
    text(`${greeting(company.contactPerson)}, der Kunde widerspricht Ihrer Meldung, dass Sie ihn nicht angetroffen haben.`),
    factsOf(booking, [
      ['Kunde', booking.customerName],
      ['Begründung', reason],
    ]),
    text('Wir prüfen das und melden uns. Bis dahin wird Ihr Anteil nicht ausgezahlt.'),
  ],
})

/** Mail to the operator, who decides about an objection. */
export const objectionOperatorMail = ({ to, booking, company, reason }: Objected & { to: string }): MailMessage => ({
  to,
  occasion: `booking:${booking.id}:objected:operator`,
  subject: `Widerspruch zu Buchung ${shortId(booking.id)}`,
  blocks: [
    heading('Ein Kunde widerspricht'),
    text('Der Anbieter hat gemeldet, dass er den Kunden nicht angetroffen hat. Der Kunde widerspricht.'),
    factsOf(booking, [
      ['Anbieter', company.companyName],
      ['Kunde', booking.customerName],
      ['Begründung', reason],
    ]),
    text('Die Auszahlung wartet, bis entschieden ist.'),
  ],
})

type Decided = { booking: Booking; company: Company; decision: 'performed' | 'missed'; reason: string }
const decisions = {
  performed: 'Wir haben entschieden: Die Leistung wurde erbracht.',
  missed: 'Wir haben entschieden: Der Kunde war nicht da.',
} as const

/** Mails to both sides after the operator's decision about an objection. */
export const decidedMails = ({ links, ...decided }: Decided & { links: BookingLinks }) => {
  const { booking, company, decision, reason } = decided
  const blocks = [heading('Über den Widerspruch ist entschieden'), text(decisions[decision]), factsOf(booking, [['Begründung', reason]])]
  const subject = subjectOf('Entscheidung über den Widerspruch', booking)
  const occasion = `booking:${booking.id}:decided`
  return {
    secret: { to: booking.customerEmail, occasion: `${occasion}:customer`, subject, blocks: [...blocks, ...linkBlocks(links)] },
    open: { to: company.mailbox, occasion: `${occasion}:company`, subject, blocks },
  } satisfies Record<string, MailMessage>
}

type Moved = {
  booking: Booking & { location: string }
  was: Pick<Booking, 'bookingDate' | 'bookingTime'>
  company: Company
  startsAt: Date
  endsAt: Date
  /** Working times of work in several parts, and their number before the move. */
  parts?: Parts
  partsBefore?: number
  sequence: number
  at: Date
  links: BookingLinks
  publicUrl: string
  /** True if the move was agreed by proposal, false if the customer moved it alone. */
  isProposed: boolean
  /** Version of the consent that the customer gave for the new time. */
  earlyStartVersion: string | null
}

/** Mails to both sides after an appointment was moved, with a calendar file that replaces the earlier one. */
export function movedMails({
  was,
  startsAt,
  endsAt,
  parts,
  partsBefore = 1,
  sequence,
  at,
  isProposed,
  earlyStartVersion,
  ...facts
}: Moved) {
  const { booking, company, publicUrl } = facts
  const occasion = `booking:${booking.id}:moved:${sequence}`
  const before: MailRow = ['Bisher', `${formatLongDate(was.bookingDate)}, ${formatTime(was.bookingTime)}`]
  const entry = { id: booking.id, startsAt, endsAt, parts, partsBefore, writtenAt: at, sequence }
  const fileOf = (more: { title: string; location: string; lines: string[] }) => mailedEntry({ ...entry, ...more }, publicUrl)
  const replaces = 'Die Kalenderdatei im Anhang ersetzt den bisherigen Eintrag.'
  const both = {
    subject: `Termin verschoben: ${booking.serviceTitle} jetzt am ${formatDate(booking.bookingDate)}`,
    until: { endsAt, parts },
  }
  return {
    secret: toCustomer(facts, {
      ...both,
      occasion: `${occasion}:customer`,
      title: 'Ihr Termin ist verschoben',
      says: `Ihr Termin bei ${company.companyName} ist verschoben. Der Preis bleibt derselbe.`,
      rows: [before],
      more: [...(earlyStartVersion === null ? [] : [`Dafür haben Sie erklärt: ${earlyStartTexts[earlyStartVersion] ?? ''}`]), replaces],
      // The address may be unconfirmed: no typed text here.
      calendar: fileOf({ title: `${booking.serviceTitle} – ${company.companyName}`, location: '', lines: [company.companyName] }),
    }),
    open: toCompany(facts, {
      ...both,
      occasion: `${occasion}:company`,
      title: 'Ein Termin wurde verschoben',
      says: isProposed ? 'ein Termin ist verschoben, wie vorgeschlagen.' : 'ein Kunde hat seinen Termin verschoben.',
      rows: [before, ['Ort', booking.location], ['Kunde', booking.customerName]],
      more: [replaces],
      calendar: fileOf({
        title: `${booking.serviceTitle} – ${booking.customerName}`,
        location: booking.location,
        lines: [booking.customerName],
      }),
    }),
  }
}
