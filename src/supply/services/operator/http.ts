import { z } from 'zod'
import { act, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { listBody, pageAnswer } from '#src/platform/server/pages.ts'
import { addService, addTrade, changeEntry, readEntries, readTrades } from './actions.ts'
import { catalogueList, entryChange, listedEntry, listedTrade, newEntry, newTrade } from './rules.ts'

/** Operations of the operator on the catalogue of services (docs/spec.md#area-catalogue). */
export const catalogueHttp = [
  endpoint({
    name: 'admin-list-catalogue',
    isReading: true,
    allows: 'A2',
    summary: "A page of the catalogue's trades and services, hidden ones too, and how many match",
    body: listBody(catalogueList),
    answer: pageAnswer(listedEntry),
    run: (app, { body }) => readEntries(app, body),
  }),
  endpoint({
    name: 'admin-list-trades',
    isReading: true,
    allows: 'A2',
    summary: 'The trades that a service may be added to',
    body: z.object({}),
    answer: z.object({ trades: z.array(listedTrade) }),
    run: (app) => readTrades(app),
  }),
  act({
    name: 'admin-change-catalogue-entry',
    allows: 'A2',
    summary: 'Renames, hides or shows an entry of the catalogue; ids never change',
    body: entryChange,
    run: (app, { body, caller }) => changeEntry(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-add-catalogue-service',
    allows: 'A2',
    summary: 'Adds a service to a trade of the catalogue; its id is made of its name and never changes',
    isCreating: true,
    body: newEntry,
    answer: z.object({ id: z.string() }),
    run: (app, { body, caller }) => addService(app, { ...body, caller }),
  }),
  endpoint({
    name: 'admin-add-catalogue-trade',
    allows: 'A2',
    summary: 'Adds a trade to a category of the catalogue; its id is made of its name and never changes',
    isCreating: true,
    body: newTrade,
    answer: z.object({ id: z.string() }),
    run: (app, { body, caller }) => addTrade(app, { ...body, caller }),
  }),
] as const
