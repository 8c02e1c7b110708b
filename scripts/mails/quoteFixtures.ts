import * as quotes from '#src/site/quotes/mails.ts'
import { booking, company, type Drawn, type FixturesOf, href, id, to, until } from './example.ts'

const request = {
  id,
  title: booking.serviceTitle,
  description: booking.description,
  postcode: '22767',
  urgency: 'days' as const,
  wishedDays: ['2026-12-11', '2026-12-14'],
  wishedParts: ['vormittag', 'abend'],
  customerName: booking.customerName,
  customerEmail: to,
  rounds: 2,
}
const unanswered = {
  ...request,
  requestId: id,
  offerTitle: null,
  totalCents: null,
  companyName: company.companyName,
  companyMailbox: company.email,
  contactPerson: company.contactPerson,
}
const offer = { offerTitle: 'Zehn Fenster mit Rahmen', totalCents: 6900, depositPercent: null, validUntil: until }
const quote = { ...unanswered, ...offer }
const quoteFacts = { quoteId: id, request, company }

const quoteMails: FixturesOf<typeof quotes> = {
  confirmMail: () => quotes.confirmMail({ request, url: href }),
  sentMail: () => quotes.sentMail({ request, url: href }),
  requestCompanyMail: () => quotes.requestCompanyMail({ quote: { id, answerBy: until }, request, company, areaUrl: href }),
  quoteMail: () => ({
    plain: quotes.quoteMail({ quote, offer, url: href }),
    deposit: quotes.quoteMail({ quote, offer: { ...offer, depositPercent: 30 }, url: href }),
  }),
  withdrawnQuoteMail: () => quotes.withdrawnQuoteMail({ quote, url: href }),
  withdrawnRequestMail: () => quotes.withdrawnRequestMail(quoteFacts),
  declinedMail: () => quotes.declinedMail(quoteFacts),
  lapsedCompanyMail: () => ({
    unanswered: quotes.lapsedCompanyMail({ quote: unanswered }),
    offered: quotes.lapsedCompanyMail({ quote }),
  }),
  lapsedCustomerMail: () => quotes.lapsedCustomerMail({ quote, url: href }),
  furtherRequestMail: () => quotes.furtherRequestMail({ request, count: 3, url: href }),
  nobodyMail: () => quotes.nobodyMail({ request, url: href }),
}

export const quoteFixtures: Record<string, Record<string, () => Drawn>> = { 'src/site/quotes/mails.ts': quoteMails }
