import { z } from 'zod'
import { mailLimitTexts, typedAddressLimit } from '#src/foundation/accounts/rules.ts'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { busyText } from '#src/platform/server/calls/limits.ts'
import { readId } from '#src/platform/server/pages.ts'
import { acceptQuote } from './acceptActions.ts'
import {
  openOwnQuoteFile,
  openOwnRequest,
  openQuoteFile,
  openQuotePicture,
  readCompanyQuotes,
  readOwnRequest,
  readOwnRequests,
} from './actions.ts'
import { quoteList, quoteListQuestion } from './companyListRules.ts'
import { offeredTimes, ownQuoteRequest, timesQuestion } from './listRules.ts'
import { declineQuote, submitQuote, withdrawQuote, withdrawQuoteRequest } from './offerActions.ts'
import { confirmQuoteRequest, requestQuotes } from './requestActions.ts'
import { acceptance, hiddenAnswer, offerForm, ownQuote, quoteKey, quoteRates, quoteRequestAt, shownQuoteRequest } from './rules.ts'
import { suggestTimes } from './timesActions.ts'

export const quotesHttp = [
  endpoint({
    name: 'request-quotes',
    allows: 'V',
    summary: 'Asks up to five companies for offers, once the address is confirmed; the secret only for who is signed in with it',
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
    summary: 'A request with its offers, for the holder of its secret',
    isReading: true,
    body: quoteKey,
    answer: shownQuoteRequest,
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.ip, ...quoteRates.read }],
    run: (app, { body }) => readOwnRequest(app, body.token),
  }),
  endpoint({
    name: 'list-own-quote-requests',
    allows: 'U',
    summary: "What was asked for with the account's confirmed address, the newest first",
    isReading: true,
    body: z.object({}),
    answer: z.object({ rows: z.array(ownQuoteRequest) }),
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { caller }) => readOwnRequests(app, caller.session),
  }),
  endpoint({
    name: 'open-own-quote-request',
    allows: 'U',
    summary: "A secret that opens a request of the account's confirmed address",
    body: z.object({ id: z.uuid() }),
    answer: z.object({ token: z.string() }),
    limits: ({ caller }) => [{ name: 'quotes-open', key: caller.session.userId, ...quoteRates.act }],
    run: (app, { body, caller }) => openOwnRequest(app, caller.session, body.id),
  }),
  act({
    name: 'confirm-quote-request',
    allows: 'T',
    summary: 'Confirms the address of a request: its companies are asked, once',
    body: quoteKey,
    limits: ({ caller }) => [{ name: 'quotes-act', key: caller.ip, ...quoteRates.act }],
    run: (app, { body }) => confirmQuoteRequest(app, body.token),
  }),
  act({
    name: 'withdraw-quote-request',
    allows: 'T',
    summary: 'Takes a request back; who was asked is told',
    body: quoteKey,
    limits: ({ caller }) => [{ name: 'quotes-act', key: caller.ip, ...quoteRates.act }],
    run: (app, { body }) => withdrawQuoteRequest(app, body.token),
  }),
  endpoint({
    name: 'accept-quote',
    allows: 'T',
    summary: 'Takes an offer at its total and answers where it is paid',
    isCreating: true,
    body: acceptance,
    answer: z.object({ success: z.literal(true), url: z.url() }),
    limits: ({ caller }) => [{ name: 'quotes-act', key: caller.ip, ...quoteRates.act }],
    run: async (app, { body, caller }) => ({ success: true as const, url: await acceptQuote(app, { acceptance: body, caller }) }),
  }),
  resource({
    name: 'own-quote-file',
    allows: 'T',
    summary: 'A file of a request for its customer: ?attachmentId=…; the secret stands in a header',
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.ip, ...quoteRates.read }],
    run: (app, { headers, query }) =>
      openOwnQuoteFile(app, { token: headers.get('x-quote-token') ?? '', attachmentId: readId(query, 'attachmentId') }),
  }),
  endpoint({
    name: 'list-quotes',
    allows: 'P2',
    summary: 'A page of what the own company was asked for, unanswered first',
    isReading: true,
    body: quoteListQuestion,
    answer: quoteList,
    run: (app, { body, caller }) => readCompanyQuotes(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'suggest-quote-times',
    allows: 'P2',
    summary: 'Times that are free in the own calendar for an offer, those that its customer wished first',
    isReading: true,
    body: timesQuestion,
    answer: offeredTimes,
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { body, caller }) => suggestTimes(app, { ...body, companyId: caller.companyId }, caller),
  }),
  endpoint({
    name: 'submit-quote',
    allows: 'P2',
    summary: 'Answers a request with a binding offer: total in euros, length, times that are free, validity',
    isCreating: true,
    body: offerForm,
    answer: hiddenAnswer,
    run: (app, { body, caller }) => submitQuote(app, { ...body, companyId: caller.companyId }),
  }),
  act({
    name: 'decline-quote',
    allows: 'P2',
    summary: 'Does not answer a request',
    body: ownQuote,
    run: (app, { body, caller }) => declineQuote(app, { ...body, companyId: caller.companyId }),
  }),
  act({
    name: 'withdraw-quote',
    allows: 'P2',
    summary: 'Takes the own offer back, before it is accepted',
    body: ownQuote,
    run: (app, { body, caller }) => withdrawQuote(app, { ...body, companyId: caller.companyId }),
  }),
  resource({
    name: 'quote-file',
    allows: 'P2',
    summary: 'A file of a request, to be saved: ?companyId=…&attachmentId=…',
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { query, caller }) => openQuoteFile(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId') }),
  }),
  resource({
    name: 'quote-picture',
    allows: 'P2',
    summary: 'A small picture of a file of a request that is one: ?companyId=…&attachmentId=…',
    limits: ({ caller }) => [{ name: 'quotes-read', key: caller.session.userId, ...quoteRates.read }],
    run: (app, { query, caller }) => openQuotePicture(app, { companyId: caller.companyId, attachmentId: readId(query, 'attachmentId') }),
  }),
] as const
