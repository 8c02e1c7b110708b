import { z } from 'zod'
import { bookingKey, heldBy, keyRates } from '#src/orders/bookings/links/keyRules.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { proposeSupplement, withdrawSupplement } from './companyActions.ts'
import { answerSupplement, readOwnSupplements } from './customerActions.ts'
import { ownSupplements, supplementAnswer, supplementIds, supplementInput, supplementRates } from './rules.ts'

export const supplementsHttp = [
  command({
    name: 'propose-supplement',
    allows: 'P2',
    summary: 'Proposes more work than agreed to the customer of a confirmed booking.',
    body: supplementInput,
    limits: ({ caller }) => [{ name: 'supplement', key: caller.session.userId, ...supplementRates.propose }],
    run: (app, { body, caller }) => proposeSupplement(app, { ...body, companyId: caller.companyId }),
  }),
  command({
    name: 'withdraw-supplement',
    allows: 'P2',
    summary: 'Withdraws a supplement that its customer has not answered.',
    body: supplementIds,
    run: (app, { body, caller }) => withdrawSupplement(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'get-supplements',
    isReadOnly: true,
    allows: 'T',
    summary: "Returns a booking's supplements, for the holder of the booking.",
    body: z.object({ key: bookingKey }),
    answer: ownSupplements,
    limits: ({ caller }) => [{ name: 'supplements-read', key: caller.ip, ...keyRates.read }],
    run: (app, { body, caller }) => readOwnSupplements(app, heldBy(caller, body.key)),
  }),
  endpoint({
    name: 'answer-supplement',
    allows: 'T',
    summary: 'Declines a supplement, or accepts it and returns the URL of its payment page, for the holder of the booking.',
    body: supplementAnswer,
    answer: z.object({ url: z.string().nullable() }),
    limits: ({ caller }) => [{ name: 'supplement-answer', key: caller.ip, ...supplementRates.answer }],
    run: (app, { body: { key, earlyStartConsent, ...body }, caller }) =>
      answerSupplement(app, { ...body, key: heldBy(caller, key), consent: earlyStartConsent }),
  }),
] as const
