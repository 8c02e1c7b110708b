import { formatDate } from '#src/platform/kit/dates.ts'
import { button, factsBlock, heading, text } from '#src/platform/server/mail/blocks.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { dueOn, type ReportedQuarter } from './figures.ts'

type Recipient = { companyId: string; companyName: string; email: string; year: number; quarters: readonly ReportedQuarter[] }

const roman = ['', 'I', 'II', 'III', 'IV']

/** Mail to a company with the data that will be reported to the tax office (§ 22 PStTG). */
export const figuresMail = (
  { companyId, companyName, email, year, quarters }: Recipient,
  { publicUrl }: { publicUrl: string },
): MailMessage => ({
  to: email,
  occasion: `taxes:figures:${year}:${companyId}`,
  subject: `Ihre Meldung für ${year} an das Bundeszentralamt für Steuern`,
  blocks: [
    heading(`Ihre Meldung für ${year}`),
    text(
      `Guten Tag, nach dem Plattformen-Steuertransparenzgesetz melden wir bis ${formatDate(dueOn(year))}, was Ihnen ${year} gutgeschrieben wurde, nach Abzug unserer Gebühren, in vollen Euro.`,
    ),
    factsBlock([
      ['Firma', companyName],
      ...quarters.map(({ quarter, consideration, activities, fees }): [string, string] => [
        `Quartal ${roman[quarter]}`,
        `${consideration.toLocaleString('de-DE')} € aus ${activities} Buchungen, Gebühren ${fees.toLocaleString('de-DE')} €`,
      ]),
    ]),
    text('Stimmt etwas nicht? Bitte melden Sie sich vor diesem Tag bei uns.'),
    button('Zahlen ansehen', `${publicUrl}/dashboard/steuer`),
  ],
})
