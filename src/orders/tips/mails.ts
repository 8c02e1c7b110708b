import { messagesOfPaidPart, type PaidPart } from '#src/orders/bookings/mails.ts'
import { formatDate } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { button, text } from '#src/platform/server/mail/blocks.ts'

/** Mails to both sides after a tip was paid. */
export const givenMails = (paid: PaidPart) => {
  const { job, order, company, links } = paid
  const amount = formatEuro(order.amountCents)
  return messagesOfPaidPart(paid, {
    rows: [
      ['Auftrag', `${job.serviceTitle} am ${formatDate(job.bookingDate)}, ${shortId(job.id)}`],
      ['Trinkgeld', amount],
    ],
    customer: {
      subject: `Danke für Ihr Trinkgeld an ${company.companyName}`,
      title: 'Danke für Ihr Trinkgeld',
      says: `Ihre Zahlung ist eingegangen. Sie geht ohne Abzug an ${company.companyName}.`,
      end: [button('Zahlungsbeleg ansehen', links.page)],
    },
    provider: {
      subject: `Sie haben Trinkgeld bekommen: ${amount}`,
      title: 'Ihr Kunde hat Trinkgeld gegeben',
      says: 'Ihr Kunde war zufrieden. Sie bekommen das Trinkgeld in voller Höhe mit Ihrer nächsten Auszahlung; eine Provision fällt nicht an.',
      end: [text('Trinkgeld an Unternehmer gehört zum Entgelt und ist wie der Auftrag zu versteuern (Abschnitt 10.1 Abs. 5 UStAE).')],
    },
  })
}
