import { z } from 'zod'
import { mailLimitTexts, typedAddressLimit } from '#src/foundation/accounts/rules.ts'
import { type BookingKey, heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { renewRate } from '#src/orders/bookings/links/rules.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { busyText } from '#src/platform/server/calls/limits.ts'
import { readCompanySeries, readSeries } from './actions.ts'
import { answerSeries, endCompanySeries, endCustomerSeries } from './answerActions.ts'
import { renewSeriesLink } from './linkActions.ts'
import { paySeriesDate } from './payActions.ts'
import { checkSeries, confirmSeries, requestSeries } from './requestActions.ts'
import {
  companyEnding,
  companySeries,
  type HeldSeriesKey,
  payment,
  requestedDatesResponse,
  seriesAnswer,
  seriesConfirmation,
  seriesEnding,
  seriesFormAt,
  seriesKey,
  seriesQuestion,
  seriesRates,
  shownSeries,
} from './rules.ts'

const held = (caller: Parameters<typeof heldBy>[0], key: { token: string } | { booking: BookingKey }): HeldSeriesKey =>
  'token' in key ? key : { booking: heldBy(caller, key.booking) }

export const seriesHttp = [
  endpoint({
    name: 'check-series',
    isReadOnly: true,
    allows: 'V',
    summary: 'Returns the dates of a planned series, which of them are free, and the nearest free time for each of the others.',
    body: seriesQuestion,
    answer: requestedDatesResponse,
    limits: ({ caller }) => [{ name: 'series-check', key: caller.ip, ...seriesRates.check }],
    run: (app, { body, caller }) => checkSeries(app, body, caller),
  }),
  endpoint({
    name: 'request-series',
    allows: 'V',
    summary: 'Creates a request for a series and returns whether the address is already confirmed; the company gets it afterwards.',
    isCreating: true,
    body: (app) => seriesFormAt(app.now()),
    answer: z.object({ isConfirmed: z.boolean() }),
    limits: ({ caller }) => [{ name: 'series:ip', key: caller.ip, ...seriesRates.perIp, says: mailLimitTexts.perIp }],
    victimLimits: ({ customerEmail, companyId }) => ({
      limits: [
        typedAddressLimit(customerEmail),
        { name: 'series:address', key: customerEmail, ...seriesRates.perAddress, says: mailLimitTexts.perHour(seriesRates.perAddress.max) },
        { name: 'series:company', key: companyId, ...seriesRates.perCompany, says: busyText },
      ],
      provenBy: customerEmail,
    }),
    run: (app, { body, caller, countCreated }) => requestSeries(app, { form: body, caller, countCreated }),
  }),
  endpoint({
    name: 'get-series',
    isReadOnly: true,
    allows: 'T',
    summary: 'Returns a series with its dates and their states, by its token or by that of one of its bookings.',
    body: seriesKey,
    answer: shownSeries,
    limits: ({ caller }) => [{ name: 'series-read', key: caller.ip, ...seriesRates.read }],
    run: (app, { body, caller }) => readSeries(app, held(caller, body)),
  }),
  command({
    name: 'confirm-series',
    allows: 'T',
    summary: 'Confirms the address of a series request, or only of named dates; holds the dates and notifies the company.',
    body: seriesConfirmation,
    limits: ({ caller }) => [{ name: 'series-act', key: caller.ip, ...seriesRates.act }],
    run: (app, { body: { token, dates }, caller }) => confirmSeries(app, { token, dates, caller }),
  }),
  endpoint({
    name: 'pay-series-date',
    allows: 'T',
    summary: 'Orders one date of an accepted series, from seven days before it, and returns the URL of its checkout.',
    body: payment,
    answer: z.object({ url: z.url() }),
    limits: ({ caller }) => [{ name: 'series-act', key: caller.ip, ...seriesRates.act }],
    run: (app, { body: { key, bookingId, earlyStartConsent }, caller }) =>
      paySeriesDate(app, { key: held(caller, key), bookingId, consent: earlyStartConsent, caller }),
  }),
  command({
    name: 'end-series',
    allows: 'T',
    summary: 'Withdraws a series request, ends a running series, or skips one unpaid date; paid dates remain.',
    body: seriesEnding,
    limits: ({ caller }) => [{ name: 'series-act', key: caller.ip, ...seriesRates.act }],
    run: (app, { body: { key, bookingId }, caller }) => endCustomerSeries(app, { key: held(caller, key), bookingId }),
  }),
  command({
    name: 'renew-series-link',
    allows: 'T',
    summary: 'Mails a new link to the address of a series; the given token, which may have expired, stops working.',
    body: z.object({ token: z.string().min(1).max(255) }),
    limits: ({ caller }) => [{ name: 'series-link', key: caller.ip, ...renewRate }],
    run: (app, { body }) => renewSeriesLink(app, body.token),
  }),
  endpoint({
    name: 'list-series',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's series that await an answer or payments, or a named one.",
    body: z.object({ companyId: z.uuid(), seriesId: z.uuid().optional() }),
    answer: z.object({ rows: z.array(companySeries) }),
    run: (app, { body: { seriesId }, caller }) => readCompanySeries(app, { companyId: caller.companyId, seriesId }),
  }),
  command({
    name: 'answer-series',
    allows: 'P2',
    summary: 'Accepts all dates of a requested series, or declines it with a reason.',
    body: seriesAnswer,
    run: (app, { body, caller }) => answerSeries(app, { ...body, companyId: caller.companyId }),
  }),
  command({
    name: 'end-company-series',
    allows: 'P2',
    summary: 'Ends a running series of the company, or one unpaid date of it, with a reason; paid dates remain.',
    body: companyEnding,
    run: (app, { body, caller }) => endCompanySeries(app, { ...body, companyId: caller.companyId }),
  }),
] as const
