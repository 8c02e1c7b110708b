import { z } from 'zod'
import { act, endpoint } from '#src/server/calls/endpoint.ts'
import { serviceLimits } from '../rules.ts'
import { orderServices, readServices, removeService, saveService, suggestEntries } from './actions.ts'
import { catalogueEntry, ownServices, serviceBody, suggestLimits } from './rules.ts'

const company = z.object({ companyId: z.uuid() })
const one = company.extend({ id: z.uuid() })
const order = company.extend({ ids: z.array(z.uuid()).max(serviceLimits.perCompany) })
const typed = company.extend({ typed: z.string().max(suggestLimits.typed) })
const saved = z.object({ id: z.uuid() })
const entries = z.object({ entries: z.array(catalogueEntry) })

/** What a company offers: for its owner behind the dashboard code, and for the operator (docs/spec.md#services). */
export const serviceEditingHttp = [
  endpoint({
    name: 'list-services',
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
    allows: 'P2',
    summary: 'Entries of the catalogue for typed words; for none, what companies of this kind usually offer',
    body: typed,
    answer: entries,
    run: (app, { body, caller }) => suggestEntries(app, { companyId: caller.companyId, typed: body.typed }),
  }),
  endpoint({
    name: 'admin-list-services',
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
    allows: 'A2',
    summary: 'Entries of the catalogue for typed words, as suggest-catalogue',
    body: typed,
    answer: entries,
    run: (app, { body }) => suggestEntries(app, body),
  }),
] as const
