import { z } from 'zod'
import { command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageResponse } from '#src/platform/server/pages.ts'
import { addService, addTrade, changeEntry, readEntries, readTrades } from './actions.ts'
import { catalogueList, entryChange, listedEntry, listedTrade, newEntry, newTrade } from './rules.ts'

/** Operations of the operator on the catalogue of services (docs/spec.md#area-catalogue). */
export const catalogueHttp = [
  endpoint({
    name: 'admin-list-catalogue',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of the catalogue's trades and services, including hidden ones, and the number of matches.",
    body: listBody(catalogueList),
    answer: pageResponse(listedEntry),
    run: (app, { body }) => readEntries(app, body),
  }),
  endpoint({
    name: 'admin-list-trades',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns the trades to which services can be added.',
    body: z.object({}),
    answer: z.object({ trades: z.array(listedTrade) }),
    run: (app) => readTrades(app),
  }),
  command({
    name: 'admin-change-catalogue-entry',
    allows: 'A2',
    summary: 'Renames, hides or shows a catalogue entry; ids never change.',
    body: entryChange,
    run: (app, { body, caller }) => changeEntry(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-add-catalogue-service',
    allows: 'A2',
    summary: 'Adds a service to a trade of the catalogue; its id is derived from its name and never changes.',
    isCreating: true,
    body: newEntry,
    answer: z.object({ id: z.string() }),
    run: (app, { body, caller }) => addService(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-add-catalogue-trade',
    allows: 'A2',
    summary: 'Adds a trade to a category of the catalogue; its id is derived from its name and never changes.',
    isCreating: true,
    body: newTrade,
    answer: z.object({ id: z.string() }),
    run: (app, { body, caller }) => addTrade(app, { ...body, caller }),
  }),
] as const
