import { mailedEntry } from '#src/orders/bookings/calendar.ts'
import { type BookingLinks, customerBookingUrl, linkBlocks } from '#src/orders/bookings/mails.ts'
import { bookingTermText, type Parts } from '#src/orders/bookings/termTexts.ts'
import { earlyStartTexts } from '#src/orders/bookings/withdrawalRules.ts'
import { formatDate, formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
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

export const heading = (text: string) => ({ kind: 'heading', text }) as const
export const text = (content: string) => ({ kind: 'text', text: content }) as const
export const bookingsButton = (publicUrl: string) =>
  ({ kind: 'button', label: 'Buchungen ansehen', href: `${publicUrl}/dashboard/buchungen` }) as const
/** Button that opens one booking in its company's dashboard. */
export const bookingButton = (publicUrl: string, { id }: { id: string }, label = 'Buchung ansehen') =>
  ({ kind: 'button', label, href: customerBookingUrl(publicUrl, id) }) as const
type Until = { endsAt: Date | undefined; parts?: Parts }

/** Facts of every mail about an appointment. `until` is given if the mail is about the time itself. */
export const factsOf = (booking: Booking, rows: MailRow[], until?: Until) =>
  ({
    kind: 'facts',
    rows: [
      ['Buchungsnummer', shortId(booking.id)],
      ['Leistung', booking.serviceTitle],
      ['Termin', bookingTermText({ booking, ...until })],
      ...rows,
    ],
  }) satisfies { kind: 'facts'; rows: MailRow[] }

type Missed = { booking: Booking; company: Company; policy: Terms['policy']; leftCents: Cents; deadlineAt: Date; links: BookingLinks }

/** Mail to a customer reported as absent: what that costs, and until when to object. */
export const missedMail = ({ booking, company, policy, leftCents, deadlineAt, links }: Missed): MailMessage => {
  const refund = refundOfMissed(policy, leftCents)
  const money = refund
    ? `Ohne Widerspruch erstatten wir Ihnen danach ${formatEuro(refund.refundCents)}; ${formatEuro(refund.retainedCents)} behält der Anbieter nach seinen Stornobedingungen. ${retentionNote}`
    : `Alles Weitere klären Sie bitte mit ${company.companyName}.`
  return {
    to: booking.customerEmail,
    occasion: `booking:${booking.id}:missed:customer`,
    subject: `Ihr Anbieter hat Sie nicht angetroffen: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
    blocks: [
      heading('Ihr Anbieter hat Sie nicht angetroffen'),
      text(`Guten Tag, ${company.companyName} hat uns gemeldet, dass zu Ihrem Termin niemand da war.`),
      factsOf(booking, [['Anbieter', company.companyName]]),
      text(`War es anders? Dann widersprechen Sie bis ${formatMoment(deadlineAt)} auf der Seite Ihrer Buchung.`),
      text(money),
      ...linkBlocks(links),
    ],
  }
}

type Objected = { booking: Booking; company: Company; reason: string }

/** Mail to the company whose customer objects to its report. */
export const objectionCompanyMail = ({ booking, company, reason }: Objected): MailMessage => ({
  to: company.mailbox,
  occasion: `booking:${booking.id}:objected:company`,
  subject: `Widerspruch zu einem Termin: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
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
  const subject = `Entscheidung über den Widerspruch: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`
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
  booking,
  was,
  company,
  startsAt,
  endsAt,
  parts,
  partsBefore = 1,
  sequence,
  at,
  links,
  publicUrl,
  isProposed,
  earlyStartVersion,
}: Moved) {
  const subject = `Termin verschoben: ${booking.serviceTitle} jetzt am ${formatDate(booking.bookingDate)}`
  const occasion = `booking:${booking.id}:moved:${sequence}`
  const before: [string, string] = ['Bisher', `${formatLongDate(was.bookingDate)}, ${formatTime(was.bookingTime)}`]
  const entry = { id: booking.id, startsAt, endsAt, parts, partsBefore, writtenAt: at, sequence }
  const until = { endsAt, parts }
  const fileOf = (more: { title: string; location: string; lines: string[] }) => mailedEntry({ ...entry, ...more }, publicUrl)
  const says = 'Die Kalenderdatei im Anhang ersetzt den bisherigen Eintrag.'
  return {
    secret: {
      to: booking.customerEmail,
      occasion: `${occasion}:customer`,
      subject,
      blocks: [
        heading('Ihr Termin ist verschoben'),
        text(`Guten Tag, Ihr Termin bei ${company.companyName} ist verschoben. Der Preis bleibt derselbe.`),
        factsOf(booking, [before], until),
        ...(earlyStartVersion === null ? [] : [text(`Dafür haben Sie erklärt: ${earlyStartTexts[earlyStartVersion] ?? ''}`)]),
        text(says),
        ...linkBlocks(links),
      ],
      // The address may be unconfirmed: no typed text here.
      calendar: fileOf({ title: `${booking.serviceTitle} – ${company.companyName}`, location: '', lines: [company.companyName] }),
    },
    open: {
      to: company.mailbox,
      occasion: `${occasion}:company`,
      subject,
      blocks: [
        heading('Ein Termin wurde verschoben'),
        text(
          `${greeting(company.contactPerson)}, ${isProposed ? 'ein Termin ist verschoben, wie vorgeschlagen.' : 'ein Kunde hat seinen Termin verschoben.'}`,
        ),
        factsOf(booking, [before, ['Ort', booking.location], ['Kunde', booking.customerName]], until),
        text(says),
        bookingButton(publicUrl, booking),
      ],
      calendar: fileOf({
        title: `${booking.serviceTitle} – ${booking.customerName}`,
        location: booking.location,
        lines: [booking.customerName],
      }),
    },
  } satisfies Record<string, MailMessage>
}
