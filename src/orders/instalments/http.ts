import { z } from 'zod'
import { heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { waiveInstalment } from './companyActions.ts'
import { payInstalment } from './customerActions.ts'
import { instalmentRates, payInput, waiveInput } from './rules.ts'

export const instalmentsHttp = [
  endpoint({
    name: 'pay-instalment',
    allows: 'T',
    summary: 'Returns the URL of the payment page of a due instalment, for the holder of the booking.',
    body: payInput,
    answer: z.object({ url: z.string() }),
    limits: ({ caller }) => [{ name: 'instalment-pay', key: caller.ip, ...instalmentRates.pay }],
    run: (app, { body: { key, instalmentId }, caller }) => payInstalment(app, { key: heldBy(caller, key), instalmentId }),
  }),
  command({
    name: 'waive-instalment',
    allows: 'P2',
    summary: 'Drops an unpaid instalment, which the customer no longer owes.',
    body: waiveInput,
    limits: ({ caller }) => [{ name: 'instalment-waive', key: caller.session.userId, ...instalmentRates.waive }],
    run: (app, { body, caller }) =>
      waiveInstalment(app, { ...body, companyId: caller.companyId, userId: caller.session.userId, requestId: caller.requestId }),
  }),
] as const
