import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readCompanyCalendar, readUnbookable, removeClosure, saveClosure, saveDay, saveHours, savePolicy, saveResource } from './actions.ts'
import {
  closureBody,
  closureId,
  companyCalendar,
  dayBody,
  hoursBody,
  outsideAnswer,
  policyBody,
  resourceBody,
  unbookableAnswer,
} from './rules.ts'

/**
 * Operations on a company's own calendar, behind the dashboard code (docs/spec.md#free-times). Every change returns the agreed appointments
 * outside the hours.
 */
export const hoursHttp = [
  endpoint({
    name: 'get-calendar',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's calendar; a proposal if the company has none.",
    body: z.object({ companyId: z.uuid() }),
    answer: companyCalendar,
    run: (app, { caller }) => readCompanyCalendar(app, caller.companyId),
  }),
  endpoint({
    name: 'list-unbookable-services',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's services without a free time in the next 14 days, each with the cause.",
    body: z.object({ companyId: z.uuid() }),
    answer: unbookableAnswer,
    run: (app, { caller }) => readUnbookable(app, caller.companyId),
  }),
  endpoint({
    name: 'save-hours',
    allows: 'P2',
    summary: 'Saves weekly opening hours of the company or of one of its people; the first ones create its calendar.',
    body: hoursBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveHours(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-policy',
    allows: 'P2',
    summary: 'Saves calendar-wide settings of the company: activation, holidays, cancellation policy, travel speed.',
    body: policyBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => savePolicy(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-day',
    allows: 'P2',
    summary: 'Saves the hours of a single day of the company, or null for the usual hours.',
    body: dayBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveDay(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-closure',
    allows: 'P2',
    summary: 'Saves days on which the company, or one of its people, does not work.',
    body: closureBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveClosure(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'delete-closure',
    allows: 'P2',
    summary: 'Deletes days without work of the company.',
    body: closureId,
    answer: outsideAnswer,
    run: (app, { body, caller }) => removeClosure(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-resource',
    allows: 'P2',
    summary: 'Saves a person, a room or seats of the company.',
    body: resourceBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveResource(app, { ...body, companyId: caller.companyId }),
  }),
] as const
