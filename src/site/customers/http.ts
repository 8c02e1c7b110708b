import { z } from 'zod'
import { act, endpoint, type SignedInCaller } from '#src/platform/server/calls/endpoint.ts'
import { readAddresses, removeAddress, saveAddress } from './addresses/actions.ts'
import { addressInput, savedAddress } from './addresses/rules.ts'
import { readOwnBookings, readOwnDetails } from './bookings/actions.ts'
import { ownBookingRate, ownBookings, ownBookingsQuestion, ownDetails, ownDetailsQuestion } from './bookings/rules.ts'
import { readFavourites, setFavourite, takeFavourites } from './favourites/actions.ts'
import { companyIds, favourite, favouriteRate } from './favourites/rules.ts'
import { customerRate } from './rules.ts'

const reads = ({ caller }: { caller: SignedInCaller }) => [{ name: 'own-bookings', key: caller.session.userId, ...ownBookingRate }]
const changes = ({ caller }: { caller: SignedInCaller }) => [{ name: 'customer', key: caller.session.userId, ...customerRate }]

export const customersHttp = [
  endpoint({
    name: 'list-own-bookings',
    allows: 'U',
    summary: "What was booked with the account's confirmed address, as guest or signed in: all that is ahead, and the newest past ones",
    body: ownBookingsQuestion,
    answer: ownBookings,
    limits: reads,
    run: (app, { body, caller }) => readOwnBookings(app, caller.session, body),
  }),
  endpoint({
    name: 'get-own-details',
    allows: 'U',
    summary: 'What begins a booking form: name, address, phone and saved addresses, and a booking that is made once more',
    body: ownDetailsQuestion,
    answer: ownDetails,
    limits: reads,
    run: (app, { body, caller }) => readOwnDetails(app, caller.session, body),
  }),
  endpoint({
    name: 'list-favourites',
    allows: 'V',
    summary: "The account's favourites with their next free time; a visitor names those that the browser keeps",
    body: z.object({ companyIds: companyIds.default([]) }),
    answer: z.object({ rows: z.array(favourite) }),
    limits: ({ caller }) => [{ name: 'favourites', key: caller.ip, ...favouriteRate }],
    run: (app, { body, caller }) => readFavourites(app, caller.session, body.companyIds),
  }),
  endpoint({
    name: 'take-favourites',
    allows: 'U',
    summary: 'Takes over what the browser kept before the sign-in; answers the ids of all favourites of the account',
    body: z.object({ companyIds }),
    answer: z.object({ companyIds: z.array(z.string()) }),
    limits: changes,
    run: (app, { body, caller }) => takeFavourites(app, caller.session, body.companyIds),
  }),
  act({
    name: 'set-favourite',
    allows: 'U',
    summary: 'Keeps a company as favourite, or forgets it',
    body: z.object({ companyId: z.uuid(), isFavourite: z.boolean() }),
    limits: changes,
    run: (app, { body, caller }) => setFavourite(app, { ...body, userId: caller.session.userId }),
  }),
  endpoint({
    name: 'list-addresses',
    allows: 'U',
    summary: 'The saved addresses of the account, the one that begins a booking first',
    body: z.object({}),
    answer: z.object({ addresses: z.array(savedAddress) }),
    run: (app, { caller }) => readAddresses(app, caller.session.userId),
  }),
  act({
    name: 'save-address',
    allows: 'U',
    summary: 'Saves an address, or changes the one with this id',
    body: addressInput,
    limits: changes,
    run: (app, { body, caller }) => saveAddress(app, { ...body, userId: caller.session.userId }),
  }),
  act({
    name: 'delete-address',
    allows: 'U',
    summary: 'Deletes a saved address',
    body: z.object({ id: z.uuid() }),
    limits: changes,
    run: (app, { body, caller }) => removeAddress(app, { ...body, userId: caller.session.userId }),
  }),
] as const
