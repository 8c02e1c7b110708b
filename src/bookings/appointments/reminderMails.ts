import { formatClock, formatDate, formatLongDate, formatTime } from '#src/kit/dates.ts'
import { greeting } from '#src/kit/text.ts'
import type { MailMessage } from '#src/server/mail/message.ts'
import { type BookingLinks, linkBlocks } from '../mails.ts'
import { type Booking, bookingsButton, type Company, factsOf, heading, text } from './mails.ts'
import { type ReminderOccasion, reminderKey } from './reminderRules.ts'

type Reminder = { booking: Booking; startsAt: Date; occasion: ReminderOccasion; company: Company & { phone: string }; links: BookingLinks }
const headings = { dayBefore: 'Ihr Termin steht bevor', hoursBefore: 'Ihr Termin beginnt bald' } as const

/** To the customer, a day and two hours before. The address is unconfirmed, so nothing that was typed is repeated. */
export const reminderMail = ({ booking, startsAt, occasion, company, links }: Reminder): MailMessage => ({
  to: booking.customerEmail,
  occasion: reminderKey({ bookingId: booking.id, startsAt }, occasion),
  subject: `Erinnerung: ${booking.serviceTitle} am ${formatDate(booking.bookingDate)}, ${formatTime(booking.bookingTime)}`,
  blocks: [
    heading(headings[occasion]),
    text(`Guten Tag, wir erinnern Sie an Ihren Termin bei ${company.companyName}.`),
    factsOf(booking, [
      ['Anbieter', company.companyName],
      ['Kontaktperson', company.contactPerson],
      ['Telefon', company.phone],
    ]),
    ...linkBlocks(links),
  ],
})

type Listed = { startsAt: Date; endsAt: Date; serviceTitle: string; customerName: string; customerPhone: string; location: string }
type DayList = { companyId: string; company: Company; day: string; appointments: readonly Listed[]; publicUrl: string }

/** To the company on the evening before: its appointments of a day. */
export const dayListMail = ({ companyId, company, day, appointments, publicUrl }: DayList): MailMessage => {
  const count = appointments.length === 1 ? '1 Termin' : `${appointments.length} Termine`
  return {
    to: company.email,
    occasion: `company:${companyId}:dayList:${day}`,
    subject: `${count} am ${formatDate(day)}`,
    blocks: [
      heading(`Ihre Termine am ${formatLongDate(day)}`),
      text(`${greeting(company.contactPerson)}, das ist vereinbart:`),
      {
        kind: 'facts',
        rows: appointments.map((one): [string, string] => [
          `${formatClock(one.startsAt)} bis ${formatClock(one.endsAt)}`,
          [one.serviceTitle, one.customerName, one.location, one.customerPhone].filter((line) => line !== '').join('\n'),
        ]),
      },
      bookingsButton(publicUrl),
    ],
  }
}
