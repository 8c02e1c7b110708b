import { z } from 'zod'
import { act, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
import { serviceLimits } from '../rules.ts'
import { orderServices, readServices, removeService, saveService, suggestEntries } from './actions.ts'
import { importServices, writeServices } from './csvActions.ts'
import { catalogueEntry, longestFile, ownServices, serviceBody, suggestLimits } from './rules.ts'

const company = z.object({ companyId: z.uuid() })
const one = company.extend({ id: z.uuid() })
const order = company.extend({ ids: z.array(z.uuid()).max(serviceLimits.perCompany) })
const typed = company.extend({ typed: z.string().max(suggestLimits.typed) })
const saved = z.object({ id: z.uuid() })
/** Exported and imported files per hour and person. */
const fileRate = { max: 60, windowSeconds: 3_600 }
const entries = z.object({ entries: z.array(catalogueEntry) })

/** Operations on a company's services: for its owner behind the dashboard code, and for the operator (docs/spec.md#services). */
export const serviceEditingHttp = [
  endpoint({
    name: 'list-services',
    isReading: true,
    allows: 'P2',
    summary: 'All services of the own company, hidden ones too, its pictures, and words of its profile that are no service yet',
    body: company,
    answer: ownServices,
    run: (app, { caller }) => readServices(app, caller.companyId),
  }),
  endpoint({
    name: 'save-service',
    allows: 'P2',
    summary: 'Creates a service of the own company, or changes the one of the named id; own words are tied to the nearest entry',
    isCreating: true,
    body: serviceBody,
    answer: saved,
    run: (app, { body: { companyId: _named, id, ...input }, caller }) => saveService(app, { companyId: caller.companyId, id, input }),
  }),
  act({
    name: 'delete-service',
    allows: 'P2',
    summary: 'Deletes a service of the own company; its bookings keep what they bought',
    body: one,
    run: (app, { body, caller }) => removeService(app, { companyId: caller.companyId, id: body.id }),
  }),
  act({
    name: 'order-services',
    allows: 'P2',
    summary: 'Puts the services of the own company into another order: all ids',
    body: order,
    run: (app, { body, caller }) => orderServices(app, { companyId: caller.companyId, ids: body.ids }),
  }),
  endpoint({
    name: 'suggest-catalogue',
    isReading: true,
    allows: 'P2',
    summary: 'Entries of the catalogue for typed words; for none, what companies of this kind usually offer',
    body: typed,
    answer: entries,
    run: (app, { body, caller }) => suggestEntries(app, { companyId: caller.companyId, typed: body.typed }),
  }),
  endpoint({
    name: 'import-services',
    allows: 'P2',
    summary:
      'Takes the services of a CSV file, all rows or none; a row with an id changes that service. The texts of wrong rows by rows.{line}',
    body: company.extend({ file: z.string().max(longestFile) }),
    answer: z.object({ created: z.number(), changed: z.number() }),
    limits: ({ caller }) => [{ name: 'service-file', key: caller.session.userId, ...fileRate }],
    run: (app, { body, caller }) => importServices(app, { companyId: caller.companyId, file: body.file }),
  }),
  resource({
    name: 'services.csv',
    allows: 'P2',
    summary: 'The services of the own company as a file for a German spreadsheet, as import-services takes it: ?companyId=…',
    limits: ({ caller }) => [{ name: 'service-file', key: caller.session.userId, ...fileRate }],
    run: async (app, { caller }) => writeServices(app, caller.companyId),
  }),
  endpoint({
    name: 'admin-list-services',
    isReading: true,
    allows: 'A2',
    summary: 'All services of a company, as list-services',
    body: company,
    answer: ownServices,
    run: (app, { body }) => readServices(app, body.companyId),
  }),
  endpoint({
    name: 'admin-save-service',
    allows: 'A2',
    summary: 'Creates or changes a service of a company, as save-service',
    isCreating: true,
    body: serviceBody,
    answer: saved,
    run: (app, { body: { companyId, id, ...input }, caller }) => saveService(app, { companyId, id, input, operator: caller }),
  }),
  act({
    name: 'admin-delete-service',
    allows: 'A2',
    summary: 'Deletes a service of a company',
    body: one,
    run: (app, { body, caller }) => removeService(app, { ...body, operator: caller }),
  }),
  act({
    name: 'admin-order-services',
    allows: 'A2',
    summary: 'Puts the services of a company into another order',
    body: order,
    run: (app, { body, caller }) => orderServices(app, { ...body, operator: caller }),
  }),
  endpoint({
    name: 'admin-suggest-catalogue',
    isReading: true,
    allows: 'A2',
    summary: 'Entries of the catalogue for typed words, as suggest-catalogue',
    body: typed,
    answer: entries,
    run: (app, { body }) => suggestEntries(app, body),
  }),
] as const
