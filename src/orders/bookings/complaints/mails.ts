import { type Booking, bookingButton, type Company, factsOf } from '#src/orders/appointments/mails.ts'
import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { greeting, shortId } from '#src/platform/kit/text.ts'
import { button, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage, MailRow } from '#src/platform/server/mail/message.ts'
import { type BookingLinks, linkBlocks } from '../mails.ts'
import { type ComplaintReason, type ComplaintRequest, complaintReasonLabels, complaintRequestLabels } from './rules.ts'

type Complaint = {
  id: string
  bookingId: string
  reason: ComplaintReason
  words: string
  request: ComplaintRequest | null
  answer: string | null
  rejection: string | null
  deadlineAt: Date | null
}
export type ComplaintFacts = {
  complaint: Complaint
  booking: Booking
  company: Company
  /** True if the company's share is in a payout already. */
  isPaidOut: boolean
  publicUrl: string
  links: BookingLinks
}

/** Mail key. It has the prefix of its booking's mails, by which the operator finds them. */
const occasionOf = ({ id, bookingId }: Complaint, step: string, to: string) => `booking:${bookingId}:complaint:${id}:${step}:${to}`
const titleOf = ({ serviceTitle, bookingDate }: Booking) => `${serviceTitle} am ${formatDate(bookingDate)}`

/** Reason and wish only: typed text is not mailed to an address that may be a stranger's. */
const reported = ({ reason, request }: Complaint): MailRow[] => [
  ['Gemeldet', complaintReasonLabels[reason]],
  ...(request ? [['Gewünscht', complaintRequestLabels[request]] satisfies MailRow] : []),
]
const untilOf = ({ deadlineAt }: Complaint) => (deadlineAt ? formatMoment(deadlineAt) : '')

const heldTexts = {
  customer: 'Bis das geklärt ist, wird dem Anbieter für diese Buchung nichts ausgezahlt.',
  company: 'Bis das geklärt ist, wird Ihr Anteil an dieser Buchung nicht ausgezahlt.',
  companyPaid: 'Ihr Anteil ist schon ausgezahlt oder unterwegs. Was Sie erstatten, holen wir zurück oder verrechnen es.',
} as const
const heldBlocks = (isPaidOut: boolean, side: 'customer' | 'company') => {
  if (!isPaidOut) return [text(heldTexts[side])]
  return side === 'company' ? [text(heldTexts.companyPaid)] : []
}

/** Mails to both sides after the customer reported a problem. */
export const reportedMails = ({ complaint, booking, company, isPaidOut, publicUrl, links }: ComplaintFacts) => ({
  secret: {
    to: booking.customerEmail,
    occasion: occasionOf(complaint, 'reported', 'customer'),
    subject: `Ihre Meldung ist angekommen: ${titleOf(booking)}`,
    blocks: [
      heading('Ihre Meldung ist angekommen'),
      text(
        `Guten Tag, Sie haben uns gemeldet, dass etwas nicht stimmt. ${company.companyName} hat bis ${untilOf(complaint)} Zeit zu antworten.`,
      ),
      factsOf(booking, [['Anbieter', company.companyName], ...reported(complaint)]),
      text('Die Antwort bekommen Sie per E-Mail. Kommt keine, oder hilft sie Ihnen nicht, entscheiden wir.'),
      ...heldBlocks(isPaidOut, 'customer'),
      text('Ihre gesetzlichen Rechte bleiben davon unberührt.'),
      ...linkBlocks(links),
    ],
  } satisfies MailMessage,
  open: {
    to: company.mailbox,
    occasion: occasionOf(complaint, 'reported', 'company'),
    subject: `Ein Kunde meldet ein Problem: ${titleOf(booking)}`,
    blocks: [
      heading('Ein Kunde meldet ein Problem'),
      text(`${greeting(company.contactPerson)}, Ihr Kunde meldet, dass mit diesem Auftrag etwas nicht stimmt.`),
      factsOf(booking, [['Kunde', booking.customerName], ...reported(complaint), ['Beschreibung', complaint.words]]),
      text(
        `Bitte antworten Sie bis ${untilOf(complaint)}: mit Ihrer Sicht, oder indem Sie alles oder einen Teil erstatten. Danach entscheiden wir.`,
      ),
      ...heldBlocks(isPaidOut, 'company'),
      bookingButton(publicUrl, booking, 'Antworten'),
    ],
  } satisfies MailMessage,
})

type Answered = ComplaintFacts & { refundCents: Cents; isSettled: boolean }

/** Mail to the customer with the company's answer and the next steps. */
export const answeredMail = ({ complaint, booking, company, links, refundCents, isSettled }: Answered): MailMessage => ({
  to: booking.customerEmail,
  occasion: occasionOf(complaint, 'answered', 'customer'),
  subject: `${company.companyName} hat geantwortet: ${titleOf(booking)}`,
  blocks: [
    heading('Ihr Anbieter hat geantwortet'),
    text(`Guten Tag, ${company.companyName} hat auf Ihre Meldung geantwortet.`),
    factsOf(booking, [
      ['Antwort', complaint.answer ?? ''],
      ...(refundCents > 0 ? [['Erstattung', formatEuro(refundCents)] satisfies MailRow] : []),
    ]),
    text(nextStep(complaint, isSettled)),
    ...linkBlocks(links),
  ],
})

function nextStep(complaint: Complaint, isSettled: boolean) {
  if (isSettled) return 'Sie bekommen alles zurück. Damit ist Ihre Meldung erledigt.'
  if (!complaint.deadlineAt) return 'Wir entscheiden jetzt. Ist es für Sie erledigt, sagen Sie es bitte auf der Seite Ihrer Buchung.'
  return `Bitte sagen Sie bis ${untilOf(complaint)} auf der Seite Ihrer Buchung, ob es damit erledigt ist. Sonst entscheiden wir.`
}

/** Mail to the company when the customer considers the problem settled. */
export const settledCompanyMail = ({ complaint, booking, company, isPaidOut, publicUrl }: Omit<ComplaintFacts, 'links'>): MailMessage => ({
  to: company.mailbox,
  occasion: occasionOf(complaint, 'settled', 'company'),
  subject: `Gemeldetes Problem ist erledigt: ${titleOf(booking)}`,
  blocks: [
    heading('Das gemeldete Problem ist erledigt'),
    text(`${greeting(company.contactPerson)}, für Ihren Kunden ist das gemeldete Problem erledigt.`),
    factsOf(booking, [['Kunde', booking.customerName]]),
    ...(isPaidOut ? [] : [text('Es hält die Auszahlung Ihres Anteils nicht mehr auf.')]),
    bookingButton(publicUrl, booking),
  ],
})

type Escalated = ComplaintFacts & { because: 'companySilent' | 'customerSilent' | 'rejected'; operatorEmail: string }
const escalatedTexts = {
  companySilent: 'Der Anbieter hat nicht rechtzeitig geantwortet.',
  customerSilent: 'Der Kunde hat sich zur Antwort des Anbieters nicht geäußert.',
  rejected: 'Der Kunde ist mit der Antwort des Anbieters nicht einverstanden.',
} as const

/** Mails to both sides and to the operator, who decides now. */
export function escalatedMails({ complaint, booking, company, publicUrl, links, because, operatorEmail }: Escalated) {
  const subject = `Wir entscheiden über das gemeldete Problem: ${titleOf(booking)}`
  const says = [heading('Wir entscheiden'), text(`${escalatedTexts[because]} Wir prüfen beide Seiten und melden uns mit der Entscheidung.`)]
  const rejection: MailRow[] = complaint.rejection ? [['Der Kunde schreibt', complaint.rejection]] : []
  return {
    secret: {
      to: booking.customerEmail,
      occasion: occasionOf(complaint, 'escalated', 'customer'),
      subject,
      blocks: [...says, factsOf(booking, [['Anbieter', company.companyName]]), ...linkBlocks(links)],
    } satisfies MailMessage,
    open: {
      to: company.mailbox,
      occasion: occasionOf(complaint, 'escalated', 'company'),
      subject,
      blocks: [...says, factsOf(booking, [['Kunde', booking.customerName], ...rejection]), bookingButton(publicUrl, booking)],
    } satisfies MailMessage,
    operator: {
      to: operatorEmail,
      occasion: occasionOf(complaint, 'escalated', 'operator'),
      subject: `Gemeldetes Problem zu entscheiden: Buchung ${shortId(booking.id)}`,
      blocks: [
        heading('Ein gemeldetes Problem ist zu entscheiden'),
        text(escalatedTexts[because]),
        factsOf(booking, [
          ['Anbieter', company.companyName],
          ['Kunde', booking.customerName],
          ...reported(complaint),
          ['Beschreibung', complaint.words],
          ...(complaint.answer ? [['Der Anbieter schreibt', complaint.answer] satisfies MailRow] : []),
          ...rejection,
        ]),
        button('Entscheiden', `${publicUrl}/admin/probleme?state=escalated`),
      ],
    } satisfies MailMessage,
  }
}

type Decided = ComplaintFacts & { reason: string; refundCents: Cents }

/** Mails to both sides after the operator's decision. */
export function decidedMails({ complaint, booking, company, links, reason, refundCents, isPaidOut }: Decided) {
  const subject = `Entscheidung über das gemeldete Problem: ${titleOf(booking)}`
  const money = refundCents > 0 ? `Erstattet werden ${formatEuro(refundCents)}.` : 'Erstattet wird nichts.'
  const blocks = [
    heading('Über das gemeldete Problem ist entschieden'),
    text(`Wir haben entschieden. ${money}`),
    factsOf(booking, [['Begründung', reason]]),
  ]
  return {
    secret: {
      to: booking.customerEmail,
      occasion: occasionOf(complaint, 'decided', 'customer'),
      subject,
      blocks: [...blocks, text('Ihre gesetzlichen Rechte bleiben davon unberührt.'), ...linkBlocks(links)],
    } satisfies MailMessage,
    open: {
      to: company.mailbox,
      occasion: occasionOf(complaint, 'decided', 'company'),
      subject,
      blocks: [...blocks, ...(isPaidOut ? [] : [text('Ihr verbleibender Anteil kommt mit der nächsten Auszahlung.')])],
    } satisfies MailMessage,
  }
}
