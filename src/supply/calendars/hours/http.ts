import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readOwnCalendar, readUnbookable, removeClosure, saveClosure, saveDay, saveHours, savePolicy, saveResource } from './actions.ts'
import {
  closureBody,
  closureId,
  dayBody,
  hoursBody,
  outsideAnswer,
  ownCalendar,
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
    isReading: true,
    allows: 'P2',
    summary: 'The calendar of the own company; for a company without one, what would be proposed',
    body: z.object({ companyId: z.uuid() }),
    answer: ownCalendar,
    run: (app, { caller }) => readOwnCalendar(app, caller.companyId),
  }),
  endpoint({
    name: 'list-unbookable-services',
    isReading: true,
    allows: 'P2',
    summary: 'Services of the own company that have no free time in the coming 14 days, each with the cause',
    body: z.object({ companyId: z.uuid() }),
    answer: unbookableAnswer,
    run: (app, { caller }) => readUnbookable(app, caller.companyId),
  }),
  endpoint({
    name: 'save-hours',
    allows: 'P2',
    summary: 'Weekly opening hours of the own company, or of one of its people; the first ones make its calendar',
    body: hoursBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveHours(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-policy',
    allows: 'P2',
    summary: 'What applies to the whole calendar of the own company: whether it is on, holidays, cancellation policy, speed between jobs',
    body: policyBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => savePolicy(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-day',
    allows: 'P2',
    summary: 'Hours of a single day of the own company, or null for a day like others',
    body: dayBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveDay(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-closure',
    allows: 'P2',
    summary: 'Days on which the own company, or one of its people, does not work',
    body: closureBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveClosure(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'delete-closure',
    allows: 'P2',
    summary: 'Removes such days',
    body: closureId,
    answer: outsideAnswer,
    run: (app, { body, caller }) => removeClosure(app, { ...body, companyId: caller.companyId }),
  }),
  endpoint({
    name: 'save-resource',
    allows: 'P2',
    summary: 'A person, a room or seats of the own company',
    body: resourceBody,
    answer: outsideAnswer,
    run: (app, { body, caller }) => saveResource(app, { ...body, companyId: caller.companyId }),
  }),
] as const
