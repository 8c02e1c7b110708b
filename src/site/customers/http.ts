import { z } from 'zod'
import { command, endpoint, type SignedInCaller } from '#src/platform/server/calls/endpoint.ts'
import { readAddresses, removeAddress, saveAddress } from './addresses/actions.ts'
import { addressInput, savedAddress } from './addresses/rules.ts'
import { readCustomerBookings, readCustomerDetails } from './bookings/actions.ts'
import {
  customerBookingRate,
  customerBookings,
  customerBookingsRequest,
  customerDetails,
  customerDetailsRequest,
} from './bookings/rules.ts'
import { readFavourites, setFavourite, takeFavourites } from './favourites/actions.ts'
import { companyIds, favourite, favouriteRate } from './favourites/rules.ts'
import { customerRate } from './rules.ts'

const reads = ({ caller }: { caller: SignedInCaller }) => [{ name: 'own-bookings', key: caller.session.userId, ...customerBookingRate }]
const changes = ({ caller }: { caller: SignedInCaller }) => [{ name: 'customer', key: caller.session.userId, ...customerRate }]

export const customersHttp = [
  endpoint({
    name: 'list-own-bookings',
    allows: 'U',
    summary: "Returns bookings of the account's confirmed address, made signed in or as a guest: all upcoming and the newest past ones.",
    body: customerBookingsRequest,
    answer: customerBookings,
    limits: reads,
    run: (app, { body, caller }) => readCustomerBookings(app, caller.session, body),
  }),
  endpoint({
    name: 'get-own-details',
    allows: 'U',
    summary: 'Returns initial values of a booking form: name, address, phone, saved addresses, and a booking to repeat.',
    body: customerDetailsRequest,
    answer: customerDetails,
    limits: reads,
    run: (app, { body, caller }) => readCustomerDetails(app, caller.session, body),
  }),
  endpoint({
    name: 'list-favourites',
    allows: 'V',
    summary: "Returns the account's favourites, or those named by a visitor's browser, with their next free time.",
    body: z.object({ companyIds: companyIds.default([]) }),
    answer: z.object({ rows: z.array(favourite) }),
    limits: ({ caller }) => [{ name: 'favourites', key: caller.ip, ...favouriteRate }],
    run: (app, { body, caller }) => readFavourites(app, caller.session, body.companyIds),
  }),
  endpoint({
    name: 'take-favourites',
    allows: 'U',
    summary: 'Imports the favourites stored in the browser before the sign-in; returns the ids of all favourites of the account.',
    body: z.object({ companyIds }),
    answer: z.object({ companyIds: z.array(z.string()) }),
    limits: changes,
    run: (app, { body, caller }) => takeFavourites(app, caller.session, body.companyIds),
  }),
  command({
    name: 'set-favourite',
    allows: 'U',
    summary: 'Adds a company to the favourites, or removes it.',
    body: z.object({ companyId: z.uuid(), isFavourite: z.boolean() }),
    limits: changes,
    run: (app, { body, caller }) => setFavourite(app, { ...body, userId: caller.session.userId }),
  }),
  endpoint({
    name: 'list-addresses',
    allows: 'U',
    summary: "Returns the account's saved addresses, the default one first.",
    body: z.object({}),
    answer: z.object({ addresses: z.array(savedAddress) }),
    run: (app, { caller }) => readAddresses(app, caller.session.userId),
  }),
  command({
    name: 'save-address',
    allows: 'U',
    summary: 'Saves an address, or changes the one with this id.',
    body: addressInput,
    limits: changes,
    run: (app, { body, caller }) => saveAddress(app, { ...body, userId: caller.session.userId }),
  }),
  command({
    name: 'delete-address',
    allows: 'U',
    summary: 'Deletes a saved address.',
    body: z.object({ id: z.uuid() }),
    limits: changes,
    run: (app, { body, caller }) => removeAddress(app, { ...body, userId: caller.session.userId }),
  }),
] as const
