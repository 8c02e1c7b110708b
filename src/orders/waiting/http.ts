import { z } from 'zod'
import { mailLimitTexts, typedAddressLimit } from '#src/foundation/accounts/rules.ts'
import { type BookingKey, heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { renewRate } from '#src/orders/bookings/links/rules.ts'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { confirmEntry, joinWaitingList, leaveWaitingList, readEntry, takeHold, waitForEarlier } from './actions.ts'
import { renewWaitingLink } from './linkActions.ts'
import { earlierRequest, entryView, type HeldWaitingKey, waitingFormAt, waitingKey, waitingRates } from './rules.ts'

const held = (caller: Parameters<typeof heldBy>[0], key: { token: string } | { booking: BookingKey }): HeldWaitingKey =>
  'token' in key ? key : { booking: heldBy(caller, key.booking) }

export const waitingHttp = [
  endpoint({
    name: 'join-waiting-list',
    allows: 'V',
    summary: 'Adds an address to the waiting list and returns whether the address is already confirmed.',
    isCreating: true,
    body: (app) => waitingFormAt(app.now()),
    answer: z.object({ isConfirmed: z.boolean() }),
    limits: ({ caller }) => [{ name: 'waiting:ip', key: caller.ip, ...waitingRates.perIp, says: mailLimitTexts.perIp }],
    victimLimits: ({ customerEmail }) => ({
      limits: [
        typedAddressLimit(customerEmail),
        {
          name: 'waiting:address',
          key: customerEmail,
          ...waitingRates.perAddress,
          says: mailLimitTexts.perHour(waitingRates.perAddress.max),
        },
      ],
      provenBy: customerEmail,
    }),
    run: (app, { body, caller, countCreated }) => joinWaitingList(app, { form: body, caller, countCreated }),
  }),
  endpoint({
    name: 'wait-for-earlier',
    allows: 'T',
    summary: "Adds a booking's customer to the waiting list for an earlier time.",
    body: earlierRequest,
    answer: entryView,
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body, caller }) => waitForEarlier(app, heldBy(caller, body.key), body.part ?? null),
  }),
  endpoint({
    name: 'get-waiting-entry',
    isReadOnly: true,
    allows: 'T',
    summary: "Returns the conditions of a waiting list entry and the time held for it, by its token or by its booking's.",
    body: waitingKey,
    answer: entryView,
    limits: ({ caller }) => [{ name: 'waiting-read', key: caller.ip, ...waitingRates.read }],
    run: (app, { body, caller }) => readEntry(app, held(caller, body)),
  }),
  command({
    name: 'confirm-waiting-entry',
    allows: 'T',
    summary: 'Confirms the address of a waiting list entry, which is active from then on.',
    body: z.object({ token: z.string().min(1).max(255) }),
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body }) => confirmEntry(app, body.token),
  }),
  command({
    name: 'leave-waiting-list',
    allows: 'T',
    summary: 'Removes a waiting list entry and releases the time held for it.',
    body: waitingKey,
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body, caller }) => leaveWaitingList(app, held(caller, body)),
  }),
  command({
    name: 'renew-waiting-link',
    allows: 'T',
    summary: 'Mails a new link to the address of a waiting list entry; the given token stops working.',
    body: z.object({ token: z.string().min(1).max(255) }),
    limits: ({ caller }) => [{ name: 'waiting-link', key: caller.ip, ...renewRate }],
    run: (app, { body }) => renewWaitingLink(app, body.token),
  }),
  endpoint({
    name: 'take-waiting-offer',
    allows: 'T',
    summary: 'Transfers the time held for a waiting list entry to this browser, for a booking or a move.',
    body: waitingKey,
    answer: z.object({ date: z.string(), time: z.string() }),
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body, caller }) => takeHold(app, held(caller, body), caller),
  }),
] as const
