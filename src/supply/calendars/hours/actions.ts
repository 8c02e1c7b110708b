import type { z } from 'zod'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { listUnbookable } from '../bookable.ts'
import { misfitOf } from '../fit.ts'
import { warnedDays } from '../fitTexts.ts'
import { lockResources } from '../occupancyStore.ts'
import { findCalendar } from '../store.ts'
import { spanOf } from '../workActions.ts'
import type { CompanyCalendar, closureBody, closureId, dayBody, HoursInput, policyBody, ResourceInput } from './rules.ts'
import { hoursLimits, hoursProblems } from './rules.ts'
import {
  deleteClosure,
  deleteDay,
  findCompanyCalendar,
  findStateOf,
  insertCalendar,
  insertClosure,
  insertDay,
  insertResource,
  listAhead,
  listResources,
  listTitles,
  lockCalendar,
  replaceHours,
  updateCalendar,
  updateClosure,
  updateResource,
} from './store.ts'

/** A company's calendar for editing by its owner. */
export async function readCompanyCalendar(app: App, companyId: string): Promise<CompanyCalendar> {
  const found = await findCompanyCalendar(app.db, { companyId, today: berlinDay(app.now()) })
  if (found) return { hasCalendar: true, ...found }
  const { policy, travelKmh } = (await readSettings(app.db)).appointments
  const usual = { policy, travelKmh, federalState: await findStateOf(app.db, companyId) }
  return { hasCalendar: false, isOn: false, ...usual, resources: [], hours: [], days: [], closures: [], linkShows: null, feed: null }
}

/** Services of a company without a free time in the coming days; empty if the calendar is missing or switched off. */
export async function readUnbookable(app: App, companyId: string) {
  const now = app.now()
  const calendar = await findCalendar(app.db, { companyId, ...spanOf(berlinDay(now), warnedDays), now })
  if (!calendar?.isOn) return { services: [] }
  const found = listUnbookable(calendar, now.getTime())
  const titles = new Map((await listTitles(app.db, companyId)).map(({ id, title }) => [id, title]))
  return { services: found.flatMap((one) => (titles.has(one.serviceId) ? [{ ...one, title: titles.get(one.serviceId) ?? '' }] : [])) }
}

/**
 * Saves the weekly hours of the company or of one of its resources. The first hours create the calendar with one person, and take the times
 * of earlier bookings. Returns the agreed appointments outside the hours.
 */
export const saveHours = (app: App, { companyId, resourceId, week }: HoursInput) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const { policy, travelKmh } = (await readSettings(tx)).appointments
    const isNew = await insertCalendar(tx, { companyId, policy, travelKmh, now })
    if (isNew) await insertFirstResource(tx, companyId)
    else await lockCalendar(tx, companyId)
    await requireResource(tx, { companyId, resourceId })
    await replaceHours(tx, { companyId, resourceId, week })
    if (isNew) await app.hooks.onCalendarOpened(app, tx, companyId)
    return findOutside(tx, { companyId, now })
  })

async function insertFirstResource(tx: Transaction, companyId: string) {
  const company = await findCompanyForBooking(tx, companyId)
  const name = company?.contactPerson.slice(0, hoursLimits.resourceName.max) || 'Team'
  await insertResource(tx, { companyId, kind: 'person', name, position: 0 })
}

/** Saves the settings of the whole calendar. Throws hoursProblems.none. */
export const savePolicy = (app: App, { companyId, ...policy }: z.infer<typeof policyBody>) =>
  change(app, { companyId, resourceId: null }, async (tx) => {
    await updateCalendar(tx, { companyId, ...policy, updatedAt: app.now() })
    // Bookings made while the calendar was off must take their times.
    if (policy.isOn) await app.hooks.onCalendarOpened(app, tx, companyId)
  })

/** Saves other hours for one day, or removes them. Throws hoursProblems.none. */
export const saveDay = (app: App, { ranges, note, ...day }: z.infer<typeof dayBody>) =>
  change(app, day, async (tx) => {
    await deleteDay(tx, day)
    if (ranges !== null) await insertDay(tx, { ...day, ranges, note })
  })

/** Saves a closure. Throws hoursProblems.none and .unknown. */
export const saveClosure = (app: App, { id, ...closure }: z.infer<typeof closureBody>) =>
  change(app, closure, async (tx) => {
    const saved = id === undefined ? await insertClosure(tx, closure) : await updateClosure(tx, { id, ...closure })
    if (!saved) throw hoursProblems.unknown()
  })

export const removeClosure = (app: App, { companyId, id }: z.infer<typeof closureId>) =>
  change(app, { companyId, resourceId: null }, async (tx) => {
    if (!(await deleteClosure(tx, { companyId, id }))) throw hoursProblems.unknown()
  })

/** Saves a person, a room or seats. Throws hoursProblems. */
export const saveResource = (app: App, { companyId, id, kind, name, capacity, isHidden }: ResourceInput) =>
  change(app, { companyId, resourceId: id ?? null }, async (tx) => {
    const resources = await listResources(tx, companyId)
    const others = resources.filter((one) => one.id !== id)
    if (isHidden && !others.some(({ hiddenAt }) => hiddenAt === null)) throw hoursProblems.lastResource()
    if (id === undefined && resources.length >= hoursLimits.resources) throw hoursProblems.tooManyResources()
    if (id !== undefined) return updateResource(tx, { id, companyId, kind, name, capacity, isHidden, now: app.now() })
    return insertResource(tx, { companyId, kind, name, capacity: kind === 'seats' ? capacity : 1, position: resources.length })
  })

type Whose = { companyId: string; resourceId: string | null }

/** Applies a change to a calendar under its lock; returns the agreed appointments outside the hours. */
const change = (app: App, whose: Whose, act: (tx: Transaction) => Promise<unknown>) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await lockCalendar(tx, whose.companyId))) throw hoursProblems.none()
    await requireResource(tx, whose)
    await act(tx)
    return findOutside(tx, { companyId: whose.companyId, now: app.now() })
  })

async function requireResource(tx: Transaction, { companyId, resourceId }: Whose) {
  await lockResources(tx, companyId)
  if (resourceId === null) return
  if (!(await listResources(tx, companyId)).some(({ id }) => id === resourceId)) throw hoursProblems.unknown()
}

/** Agreed appointments and confirmed bookings at times at which their people no longer work. */
async function findOutside(tx: Transaction, { companyId, now }: { companyId: string; now: Date }) {
  const ahead = await listAhead(tx, { companyId, now })
  const calendar = await findCalendar(tx, { companyId, from: now, to: now, now })
  if (!calendar) return { outside: [] }
  const hours = { openings: calendar.openings, resourceIds: calendar.resources.map(({ id }) => id) }
  const outside = ahead.filter((job) => misfitOf(job, hours) === 'outsideHours')
  return { outside: outside.map(({ bookingId, startsAt }) => ({ bookingId, startsAt })) }
}
