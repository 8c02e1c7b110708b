import { z } from 'zod'
import { command, endpoint, resource } from '#src/platform/server/calls/endpoint.ts'
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
    isReadOnly: true,
    allows: 'P2',
    summary:
      'Returns all services of the company, including hidden ones, its pictures, and words of its profile that are not services yet.',
    body: company,
    answer: ownServices,
    run: (app, { caller }) => readServices(app, caller.companyId),
  }),
  endpoint({
    name: 'save-service',
    allows: 'P2',
    summary: 'Creates a service of the company, or changes the one of the given id; own words are linked to the nearest catalogue entry.',
    isCreating: true,
    body: serviceBody,
    answer: saved,
    run: (app, { body: { companyId: _named, id, ...input }, caller }) => saveService(app, { companyId: caller.companyId, id, input }),
  }),
  command({
    name: 'delete-service',
    allows: 'P2',
    summary: 'Deletes a service of the company; its bookings keep their content.',
    body: one,
    run: (app, { body, caller }) => removeService(app, { companyId: caller.companyId, id: body.id }),
  }),
  command({
    name: 'order-services',
    allows: 'P2',
    summary: "Saves the order of the company's services, given as all their ids.",
    body: order,
    run: (app, { body, caller }) => orderServices(app, { companyId: caller.companyId, ids: body.ids }),
  }),
  endpoint({
    name: 'suggest-catalogue',
    isReadOnly: true,
    allows: 'P2',
    summary: 'Returns catalogue entries for typed words; without words, the usual services of companies of this kind.',
    body: typed,
    answer: entries,
    run: (app, { body, caller }) => suggestEntries(app, { companyId: caller.companyId, typed: body.typed }),
  }),
  endpoint({
    name: 'import-services',
    allows: 'P2',
    summary: 'Imports services from a CSV file, all rows or none; rows with an id change that service. Errors are returned as rows.{line}.',
    body: company.extend({ file: z.string().max(longestFile) }),
    answer: z.object({ created: z.number(), changed: z.number() }),
    limits: ({ caller }) => [{ name: 'service-file', key: caller.session.userId, ...fileRate }],
    run: (app, { body, caller }) => importServices(app, { companyId: caller.companyId, file: body.file }),
  }),
  resource({
    name: 'services.csv',
    allows: 'P2',
    summary: "Returns the company's services as a CSV file in the format of import-services (query: `companyId`).",
    limits: ({ caller }) => [{ name: 'service-file', key: caller.session.userId, ...fileRate }],
    run: async (app, { caller }) => writeServices(app, caller.companyId),
  }),
  endpoint({
    name: 'admin-list-services',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns all services of a company, like list-services.',
    body: company,
    answer: ownServices,
    run: (app, { body }) => readServices(app, body.companyId),
  }),
  endpoint({
    name: 'admin-save-service',
    allows: 'A2',
    summary: 'Creates or changes a service of a company, like save-service.',
    isCreating: true,
    body: serviceBody,
    answer: saved,
    run: (app, { body: { companyId, id, ...input }, caller }) => saveService(app, { companyId, id, input, operator: caller }),
  }),
  command({
    name: 'admin-delete-service',
    allows: 'A2',
    summary: 'Deletes a service of a company.',
    body: one,
    run: (app, { body, caller }) => removeService(app, { ...body, operator: caller }),
  }),
  command({
    name: 'admin-order-services',
    allows: 'A2',
    summary: "Saves the order of a company's services.",
    body: order,
    run: (app, { body, caller }) => orderServices(app, { ...body, operator: caller }),
  }),
  endpoint({
    name: 'admin-suggest-catalogue',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns catalogue entries for typed words, like suggest-catalogue.',
    body: typed,
    answer: entries,
    run: (app, { body }) => suggestEntries(app, body),
  }),
] as const
