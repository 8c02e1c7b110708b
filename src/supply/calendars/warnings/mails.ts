import { greeting } from '#src/platform/kit/text.ts'
import { button, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { type Unbookable, unbookableText } from '../fitTexts.ts'

type Warning = {
  companyId: string
  company: { contactPerson: string; mailbox: string }
  services: readonly (Unbookable & { title: string })[]
  /** Day of the mail. */
  day: string
  publicUrl: string
}

/** Warns a company of services that no customer could book for a week; once, until they can be booked again. */
export const unbookableMail = ({ companyId, company, services, day, publicUrl }: Warning): MailMessage => ({
  to: company.mailbox,
  occasion: `company:${companyId}:unbookable:${day}`,
  subject: services.length === 1 ? 'Eine Ihrer Leistungen ist nicht buchbar' : `${services.length} Ihrer Leistungen sind nicht buchbar`,
  blocks: [
    heading('Nicht buchbar'),
    text(`${greeting(company.contactPerson)}, Kunden finden dafür seit einer Woche keinen Termin:`),
    ...services.map((service) => text(unbookableText(service))),
    text('Ändern Sie Ihre Zeiten, oder geben Sie bei der Leistung eine andere Dauer oder „Auf Tage verteilt“ an.'),
    button('Zu den Zeiten', `${publicUrl}/dashboard/zeiten`),
  ],
})
