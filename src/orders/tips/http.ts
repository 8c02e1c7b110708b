import { z } from 'zod'
import { heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { centsOf } from '#src/platform/kit/money.ts'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { giveTip } from './actions.ts'
import { tipInput, tipRate } from './rules.ts'

export const tipsHttp = [
  endpoint({
    name: 'give-tip',
    allows: 'T',
    summary: 'Orders a tip for the company of a finished job and returns the URL of its payment page, for the holder of the booking.',
    body: tipInput,
    answer: z.object({ url: z.string() }),
    limits: ({ caller }) => [{ name: 'tip', key: caller.ip, ...tipRate }],
    run: (app, { body, caller }) => giveTip(app, { key: heldBy(caller, body.key), amountCents: centsOf(body.amount) }),
  }),
] as const
