import { type BookingLinks, phoneRow } from '#src/orders/bookings/mails.ts'
import { dayTimesText, type Parts } from '#src/orders/bookings/termTexts.ts'
import { addDays, berlinDay, formatDate, formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import { greeting } from '#src/platform/kit/text.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage, MailRow } from '#src/platform/server/mail/message.ts'
import { type Booking, type Company, toCustomer } from './mails.ts'
import { type ListedAppointment, type ReminderOccasion, reminderKey } from './reminderRules.ts'

type Reminder = {
  booking: Booking & { location: string }
  /** `endsAt` is set if a duration was agreed; `cancellation`: current terms as one line, empty if there are none. */
  appointment: { startsAt: Date; endsAt: Date | undefined; parts?: Parts; cancellation: string }
  occasion: ReminderOccasion
  company: Company & { phone: string }
  links: BookingLinks
  at: Date
}
const headings = { dayBefore: 'Ihr Termin steht bevor', hoursBefore: 'Ihr Termin beginnt bald' } as const

/** Mail to the customer, a day and two hours before. The address is unconfirmed, so the mail refers to the place without repeating it. */
export const reminderMail = ({ appointment, occasion, company, at, ...facts }: Reminder) =>
  toCustomer(facts, {
    occasion: reminderKey({ bookingId: facts.booking.id, startsAt: appointment.startsAt }, occasion),
    subject: `Erinnerung: ${facts.booking.serviceTitle} ${dayWord(facts.booking, at)} um ${formatTime(facts.booking.bookingTime)}`,
    title: headings[occasion],
    says: `wir erinnern Sie an Ihren Termin bei ${company.companyName}.`,
    rows: [
      ...(facts.booking.location === '' ? [] : [['Ort', 'wie bei der Buchung angegeben'] satisfies MailRow]),
      ['Anbieter', company.companyName],
      ['Ansprechpartner', company.contactPerson],
      phoneRow(company.phone),
      ...(appointment.cancellation === '' ? [] : [['Stornieren', appointment.cancellation.replace(/^Jetzt /, '')] satisfies MailRow]),
    ],
    until: appointment,
  })

/** Word for the day, as seen on the day of the mail: 'heute', 'morgen' or the date. */
function dayWord({ bookingDate }: Booking, at: Date) {
  const today = berlinDay(at)
  if (bookingDate === today) return 'heute'
  return bookingDate === addDays(today, 1) ? 'morgen' : `am ${formatDate(bookingDate)}`
}

type DayList = { companyId: string; company: Company; day: string; appointments: readonly ListedAppointment[]; publicUrl: string }

/** Mail to the company on the evening before: its appointments of a day. */
export const dayListMail = ({ companyId, company, day, appointments, publicUrl }: DayList): MailMessage => {
  const count = appointments.length === 1 ? '1 Termin' : `${appointments.length} Termine`
  return {
    to: company.mailbox,
    occasion: `company:${companyId}:dayList:${day}`,
    subject: `${count} am ${formatDate(day)}`,
    blocks: [
      heading(`Ihre Termine am ${formatLongDate(day)}`),
      text(`${greeting(company.contactPerson)}, das steht an:`),
      factsBlock(
        appointments.map((one): [string, string] => [
          dayTimesText(one),
          [one.serviceTitle, one.customerName, one.location, one.customerPhone].filter((line) => line !== '').join('\n'),
        ]),
      ),
      button('Buchungen ansehen', `${publicUrl}/dashboard/buchungen`),
    ],
  }
}
