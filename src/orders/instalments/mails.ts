import type { Booking, Company } from '#src/orders/appointments/mails.ts'
import { type BookingLinks, linkBlocks, messagesOfPaidPart, type PaidPart } from '#src/orders/bookings/mails.ts'
import { formatDate } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { partName } from './texts.ts'

type Due = {
  booking: Booking
  company: Company
  instalment: { id: string; place: number; parts: number; totalCents: Cents }
  step: 'due' | 'reminded' | 'remindedAgain'
  links: BookingLinks
}

/** Mail to the customer: a payment of the rest is due, or still unpaid. */
export function dueMail({ booking, company, instalment, step, links }: Due): MailMessage {
  const name = partName(instalment)
  const title = step === 'due' ? `${name} ist fällig` : `${name} ist noch nicht bezahlt`
  return {
    to: booking.customerEmail,
    occasion: `instalment:${instalment.id}:${step}`,
    subject: `${title}: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}`,
    blocks: [
      heading(title),
      text(
        step === 'due'
          ? `Guten Tag, mit ${company.companyName} haben Sie eine Zahlung nach dem Stand der Arbeit vereinbart. Sie ist jetzt fällig.`
          : `Guten Tag, für die Arbeit von ${company.companyName} ist noch eine vereinbarte Zahlung offen. Haben Sie gerade bezahlt, ist diese E-Mail gegenstandslos.`,
      ),
      factsBlock([
        ['Buchungsnummer', shortId(booking.id)],
        ['Leistung', booking.serviceTitle],
        ['Zahlung', name],
        ['Betrag', formatEuro(instalment.totalCents)],
      ]),
      text('Bezahlen Sie bitte auf der Seite Ihrer Buchung. Stimmt etwas mit der Arbeit nicht, melden Sie dort zuerst ein Problem.'),
      ...linkBlocks(links),
    ],
  }
}

/** Mails to both sides after an instalment was paid. */
export const paidMails = (paid: PaidPart) =>
  messagesOfPaidPart(paid, {
    rows: [
      ['Auftrag', `${paid.job.serviceTitle}, ${shortId(paid.job.id)}`],
      ['Bezahlt', formatEuro(paid.order.amountCents)],
    ],
    customer: {
      subject: `Ihre Zahlung ist eingegangen: ${paid.order.serviceTitle}`,
      title: 'Ihre Zahlung ist eingegangen',
      says: `vielen Dank. ${paid.company.companyName} ist benachrichtigt.`,
    },
    provider: {
      subject: `Ihr Kunde hat bezahlt: ${paid.order.serviceTitle}`,
      title: 'Ihr Kunde hat bezahlt',
      says: 'die vereinbarte Zahlung ist eingegangen.',
    },
  })
