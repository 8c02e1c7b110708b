import { z } from 'zod'
import { mailLimitTexts, typedAddressLimit } from '#src/foundation/accounts/rules.ts'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { busyText } from '#src/platform/server/calls/limits.ts'
import { readId } from '#src/platform/server/pages.ts'
import { acceptQuote } from './acceptActions.ts'
import {
  openQuoteFile,
  openQuoteFileAsCustomer,
  openQuotePicture,
  openRequestAsCustomer,
  readCompanyQuotes,
  readCustomerRequests,
  readRequestAsCustomer,
} from './actions.ts'
import { quoteList, quoteListQuestion } from './companyListRules.ts'
import { customerQuoteRequest, offeredTimes, timesQuestion } from './listRules.ts'
import { acceptance, quoteForm } from './offerRules.ts'
import { declineQuote, submitQuote, withdrawQuote, withdrawQuoteRequest } from './quoteActions.ts'
import { confirmQuoteRequest, requestQuotes } from './requestActions.ts'
import { customerQuote, hiddenAnswer, quoteKey, quoteRates, quoteRequestAt, quoteRequestView } from './rules.ts'
import { suggestTimes } from './timesActions.ts'

export const quotesHttp = [
  endpoint({
    name: 'request-quotes',
    allows: 'V',
    summary:
      'Requests quotes from up to five companies after the address is confirmed; returns the token only if the account has it confirmed.',
    isCreating: true,
    body: (app) => quoteRequestAt(app.now()),
    answer: hiddenAnswer.extend({ token: z.string().nullable() }),
    limits: ({ caller }) => [{ name: 'quotes:ip', key: caller.ip, ...quoteRates.perIp, says: mailLimitTexts.perIp }],
    victimLimits: ({ customerEmail, companyIds }) => ({
      limits: [
        typedAddressLimit(customerEmail),
        { name: 'quotes:address', key: customerEmail, ...quoteRates.perAddress, says: mailLimitTexts.perHour(quoteRates.perAddress.max) },
        ...[...new Set(companyIds)].sort().map((key) => ({ name: 'quotes:company', key, ...quoteRates.perCompany, says: busyText })),
      ],
      provenBy: customerEmail,
    }),
    run: (app, { body, caller, headers, countCreated }) =>
      requestQuotes(app, { form: body, caller, attempt: headers.get('idempotency-key'), countCreated }),
  }),
  endpoint({
    name: 'get-quote-request',
    allows: 'T',
    summary: 'Returns a quote request with its quotes, by its token.',
    isReadOnly: true,
    body: quoteKey,
    answer: quoteRequestView,
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.ip, ...quoteRates.read }],
    run: (app, { body }) => readRequestAsCustomer(app, body.token),
  }),
  endpoint({
    name: 'list-own-quote-requests',
    allows: 'U',
    summary: "Returns the quote requests of the account's confirmed address, newest first.",
    isReadOnly: true,
    body: z.object({}),
    answer: z.object({ rows: z.array(customerQuoteRequest) }),
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { caller }) => readCustomerRequests(app, caller.session),
  }),
  endpoint({
    name: 'open-own-quote-request',
    allows: 'U',
    summary: "Returns a token that opens a quote request of the account's confirmed address.",
    body: z.object({ id: z.uuid() }),
    answer: z.object({ token: z.string() }),
    limits: ({ caller }) => [{ name: 'quotes-open', key: caller.session.userId, ...quoteRates.act }],
    run: (app, { body, caller }) => openRequestAsCustomer(app, caller.session, body.id),
  }),
  command({
    name: 'confirm-quote-request',
    allows: 'T',
    summary: 'Confirms the address of a quote request and notifies its companies, once.',
    body: quoteKey,
    limits: ({ caller }) => [{ name: 'quotes-act', key: caller.ip, ...quoteRates.act }],
    run: (app, { body }) => confirmQuoteRequest(app, body.token),
  }),
  command({
    name: 'withdraw-quote-request',
    allows: 'T',
    summary: 'Withdraws a quote request and notifies its companies.',
    body: quoteKey,
    limits: ({ caller }) => [{ name: 'quotes-act', key: caller.ip, ...quoteRates.act }],
    run: (app, { body }) => withdrawQuoteRequest(app, body.token),
  }),
  endpoint({
    name: 'accept-quote',
    allows: 'T',
    summary: 'Accepts a quote at its total and returns the URL of its checkout.',
    isCreating: true,
    body: acceptance,
    answer: z.object({ success: z.literal(true), url: z.url() }),
    limits: ({ caller }) => [{ name: 'quotes-act', key: caller.ip, ...quoteRates.act }],
    run: async (app, { body, caller }) => ({ success: true as const, url: await acceptQuote(app, { acceptance: body, caller }) }),
  }),
  resource({
    name: 'own-quote-file',
    allows: 'T',
    summary: 'Returns a file of a quote request to its customer (query: `attachmentId`); the token is sent in a header.',
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.ip, ...quoteRates.read }],
    run: (app, { headers, query }) =>
      openQuoteFileAsCustomer(app, { token: headers.get('x-quote-token') ?? '', attachmentId: readId(query, 'attachmentId') }),
  }),
  endpoint({
    name: 'list-quotes',
    allows: 'P2',
    summary: "Returns a page of the company's quote requests, unanswered ones first.",
    isReadOnly: true,
    body: quoteListQuestion,
    answer: quoteList,
    run: (app, { body, caller }) => readCompanyQuotes(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'suggest-quote-times',
    allows: 'P2',
    summary: "Returns free times of the company's calendar for a quote, the customer's requested ones first.",
    isReadOnly: true,
    body: timesQuestion,
    answer: offeredTimes,
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { body, caller }) => suggestTimes(app, { ...body, companyId: caller.companyId }, caller),
  }),
  endpoint({
    name: 'submit-quote',
    allows: 'P2',
    summary: 'Submits a binding quote: total in euros, duration, free times, validity.',
    isCreating: true,
    body: quoteForm,
    answer: hiddenAnswer,
    run: (app, { body, caller }) => submitQuote(app, { ...body, companyId: caller.companyId }),
  }),
  command({
    name: 'decline-quote',
    allows: 'P2',
    summary: 'Declines a quote request.',
    body: customerQuote,
    run: (app, { body, caller }) => declineQuote(app, { ...body, companyId: caller.companyId }),
  }),
  command({
    name: 'withdraw-quote',
    allows: 'P2',
    summary: "Withdraws the company's quote before it is accepted.",
    body: customerQuote,
    run: (app, { body, caller }) => withdrawQuote(app, { ...body, companyId: caller.companyId }),
  }),
  resource({
    name: 'quote-file',
    allows: 'P2',
    summary: 'Returns a file of a quote request as a download (query: `companyId`, `attachmentId`).',
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { query, caller }) => openQuoteFile(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId') }),
  }),
  resource({
    name: 'quote-picture',
    allows: 'P2',
    summary: 'Returns a thumbnail of a picture of a quote request (query: `companyId`, `attachmentId`).',
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { query, caller }) => openQuotePicture(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId') }),
  }),
] as const
