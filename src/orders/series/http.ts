import { z } from 'zod'
import { mailLimitTexts, typedAddressLimit } from '#src/foundation/accounts/rules.ts'
import { type BookingKey, heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { renewRate } from '#src/orders/bookings/links/rules.ts'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { busyText } from '#src/platform/server/calls/limits.ts'
import { readCompanySeries, readSeries } from './actions.ts'
import { answerSeries, endCompanySeries, endOwnSeries } from './answerActions.ts'
import { checkSeries, confirmSeries, requestSeries } from './askActions.ts'
import { renewSeriesLink } from './linkActions.ts'
import { paySeriesDate } from './payActions.ts'
import {
  companyEnding,
  companySeries,
  type HeldSeriesKey,
  payment,
  seriesAnswer,
  seriesConfirmation,
  seriesEnding,
  seriesFormAt,
  seriesKey,
  seriesQuestion,
  seriesRates,
  shownSeries,
  wishedAnswer,
} from './rules.ts'

const held = (caller: Parameters<typeof heldBy>[0], key: { token: string } | { booking: BookingKey }): HeldSeriesKey =>
  'token' in key ? key : { booking: heldBy(caller, key.booking) }

export const seriesHttp = [
  endpoint({
    name: 'check-series',
    isReading: true,
    allows: 'V',
    summary: 'Which dates a series would have, which of them are free, and the nearest free time for each other one',
    body: seriesQuestion,
    answer: wishedAnswer,
    limits: ({ caller }) => [{ name: 'series-check', key: caller.ip, ...seriesRates.check }],
    run: (app, { body, caller }) => checkSeries(app, body, caller),
  }),
  endpoint({
    name: 'request-series',
    allows: 'V',
    summary: 'Asks a company for several dates at once, when the address is confirmed; answers whether it is',
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
    isReading: true,
    allows: 'T',
    summary: 'A series with its dates and how each stands, for the holder of its secret or of one of its bookings',
    body: seriesKey,
    answer: shownSeries,
    limits: ({ caller }) => [{ name: 'series-read', key: caller.ip, ...seriesRates.read }],
    run: (app, { body, caller }) => readSeries(app, held(caller, body)),
  }),
  act({
    name: 'confirm-series',
    allows: 'T',
    summary:
      'Confirms the address of a request for a series, or of those of its dates that are named: they are held, and the company is asked',
    body: seriesConfirmation,
    limits: ({ caller }) => [{ name: 'series-act', key: caller.ip, ...seriesRates.act }],
    run: (app, { body: { token, dates }, caller }) => confirmSeries(app, { token, dates, caller }),
  }),
  endpoint({
    name: 'pay-series-date',
    allows: 'T',
    summary: 'Orders one date of an accepted series, from seven days before, and answers where it is paid',
    body: payment,
    answer: z.object({ url: z.url() }),
    limits: ({ caller }) => [{ name: 'series-act', key: caller.ip, ...seriesRates.act }],
    run: (app, { body: { key, bookingId, earlyStartConsent }, caller }) =>
      paySeriesDate(app, { key: held(caller, key), bookingId, consent: earlyStartConsent, caller }),
  }),
  act({
    name: 'end-series',
    allows: 'T',
    summary: 'Takes a request for a series back, ends a running one, or leaves one unpaid date out; what is paid stays',
    body: seriesEnding,
    limits: ({ caller }) => [{ name: 'series-act', key: caller.ip, ...seriesRates.act }],
    run: (app, { body: { key, bookingId }, caller }) => endOwnSeries(app, { key: held(caller, key), bookingId }),
  }),
  act({
    name: 'renew-series-link',
    allows: 'T',
    summary: 'Mails a new link to the address of a series; the one that is sent here, which may have ended, opens nothing any more',
    body: z.object({ token: z.string().min(1).max(255) }),
    limits: ({ caller }) => [{ name: 'series-link', key: caller.ip, ...renewRate }],
    run: (app, { body }) => renewSeriesLink(app, body.token),
  }),
  endpoint({
    name: 'list-series',
    isReading: true,
    allows: 'P2',
    summary: 'The series of the own company that wait for its answer, and those of which something is still to be paid; or a named one',
    body: z.object({ companyId: z.uuid(), seriesId: z.uuid().optional() }),
    answer: z.object({ rows: z.array(companySeries) }),
    run: (app, { body: { seriesId }, caller }) => readCompanySeries(app, { companyId: caller.companyId, seriesId }),
  }),
  act({
    name: 'answer-series',
    allows: 'P2',
    summary: 'Accepts all dates of a series that was asked for, or declines it with a reason',
    body: seriesAnswer,
    run: (app, { body, caller }) => answerSeries(app, { ...body, companyId: caller.companyId }),
  }),
  act({
    name: 'end-company-series',
    allows: 'P2',
    summary: 'Ends a running series of the own company, or one unpaid date of it, with a reason; what is paid stays',
    body: companyEnding,
    run: (app, { body, caller }) => endCompanySeries(app, { ...body, companyId: caller.companyId }),
  }),
] as const
