import { z } from 'zod'
import { mailLimitTexts, typedAddressLimit } from '#src/foundation/accounts/rules.ts'
import { type BookingKey, heldBy } from '#src/orders/bookings/links/keyRules.ts'
import { renewRate } from '#src/orders/bookings/links/rules.ts'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { confirmEntry, joinWaitingList, leaveWaitingList, readEntry, takeOffer, waitForEarlier } from './actions.ts'
import { renewWaitingLink } from './linkActions.ts'
import { earlierWish, type HeldWaitingKey, shownEntry, waitingFormAt, waitingKey, waitingRates } from './rules.ts'

const held = (caller: Parameters<typeof heldBy>[0], key: { token: string } | { booking: BookingKey }): HeldWaitingKey =>
  'token' in key ? key : { booking: heldBy(caller, key.booking) }

export const waitingHttp = [
  endpoint({
    name: 'join-waiting-list',
    allows: 'V',
    summary: 'Notes that an address wants to be told when a time becomes free, once it is confirmed; answers whether it is',
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
    summary: 'Notes that the customer of a booking wants an earlier time, for its holder',
    body: earlierWish,
    answer: shownEntry,
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body, caller }) => waitForEarlier(app, heldBy(caller, body.key), body.part ?? null),
  }),
  endpoint({
    name: 'get-waiting-entry',
    isReading: true,
    allows: 'T',
    summary: 'What an entry of the waiting list waits for and what is held for it, for the holder of its secret or of its booking',
    body: waitingKey,
    answer: shownEntry,
    limits: ({ caller }) => [{ name: 'waiting-read', key: caller.ip, ...waitingRates.read }],
    run: (app, { body, caller }) => readEntry(app, held(caller, body)),
  }),
  act({
    name: 'confirm-waiting-entry',
    allows: 'T',
    summary: 'Confirms the address of an entry: it waits from now on',
    body: z.object({ token: z.string().min(1).max(255) }),
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body }) => confirmEntry(app, body.token),
  }),
  act({
    name: 'leave-waiting-list',
    allows: 'T',
    summary: 'Ends an entry; what is held for it becomes free',
    body: waitingKey,
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body, caller }) => leaveWaitingList(app, held(caller, body)),
  }),
  act({
    name: 'renew-waiting-link',
    allows: 'T',
    summary: 'Mails a new link to the address of an entry; the one that is sent here opens nothing any more',
    body: z.object({ token: z.string().min(1).max(255) }),
    limits: ({ caller }) => [{ name: 'waiting-link', key: caller.ip, ...renewRate }],
    run: (app, { body }) => renewWaitingLink(app, body.token),
  }),
  endpoint({
    name: 'take-waiting-offer',
    allows: 'T',
    summary: 'Gives the time that is held for an entry to this browser, which then books it or moves to it',
    body: waitingKey,
    answer: z.object({ date: z.string(), time: z.string() }),
    limits: ({ caller }) => [{ name: 'waiting-act', key: caller.ip, ...waitingRates.act }],
    run: (app, { body, caller }) => takeOffer(app, held(caller, body), caller),
  }),
] as const
