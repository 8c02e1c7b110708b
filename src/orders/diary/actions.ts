import { isStanding } from '#src/money/payments/bookingStates.ts'
import { companyActsAt, looseActsAt } from '#src/orders/appointments/actRules.ts'
import { mayPropose } from '#src/orders/appointments/proposalRules.ts'
import { isAsked } from '#src/orders/requests/rules.ts'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { misfitOf } from '#src/supply/calendars/fit.ts'
import { findCompanyCalendar } from '#src/supply/calendars/hours/store.ts'
import { wireSpans } from '#src/supply/calendars/termTexts.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import { hoursOfDays, workingHoursOf } from './days.ts'
import { type Diary, type DiaryQuestion, firstDayOf } from './rules.ts'
import { listAppointments, listBusy, listOccupied, listProposals, listUnplaced } from './store.ts'
import { waysTo } from './ways.ts'

/** Returns a company's diary of some days: appointments, requests and blocked times, working hours, and free times (docs/spec.md#diary). */
export async function readDiary(app: App, { companyId, ...asked }: DiaryQuestion): Promise<Diary> {
  const now = app.now()
  const firstDay = firstDayOf({ companyId, ...asked }, now)
  const span = { companyId, from: berlinInstant(firstDay, '00:00'), to: berlinInstant(addDays(firstDay, asked.days), '00:00') }
  const [calendar, appointments, unplaced, proposals, taken, elsewhere] = await Promise.all([
    findCompanyCalendar(app.db, { companyId, today: firstDay }),
    listAppointments(app.db, span),
    listUnplaced(app.db, span),
    listProposals(app.db, span),
    listOccupied(app.db, { ...span, now }),
    listBusy(app.db, span),
  ])
  if (!calendar) {
    const loose = unplaced.map((row) => ({ ...looseEntry(row, now), resourceIds: [], misfit: null }))
    return { hasCalendar: false, now, resources: [], days: [], appointments: loose, proposals: [], blocks: [], holds: [], busy: [] }
  }
  const hours = {
    openings: workingHoursOf({ hasCalendar: true, ...calendar }),
    resourceIds: calendar.resources.filter(({ isHidden }) => !isHidden).map(({ id }) => id),
  }
  const people = new Set(calendar.resources.filter(({ kind }) => kind === 'person').map(({ id }) => id))
  const rows = appointments.map((row) => ({
    ...row,
    location: isStanding(row.bookingStatus) || isAsked(row.status) ? row.location : null,
  }))
  const jobs = rows.flatMap(partsAsJobs).sort((one, other) => +one.startsAt - +other.startsAt)
  const busy = taken.map(({ resourceId, takenFrom, takenUntil }) => ({ resourceId, from: +takenFrom, to: +takenUntil }))
  const entries = {
    appointments: [
      ...rows.map(({ bookingStatus, place, ...row }) => ({
        ...row,
        parts: wireSpans(row.parts),
        customerPhone: isStanding(bookingStatus) ? row.customerPhone || null : null,
        ways: waysTo(firstJob({ ...row, place }), { jobs, people, kmh: calendar.travelKmh }),
        acts: companyActsAt(row, now),
        mayPropose: mayPropose(row, now),
        misfit: misfitOf(row, hours),
      })),
      // Shown in the first column, because it is assigned to no resource.
      ...unplaced.map((row) => ({
        ...looseEntry(row, now),
        resourceIds: hours.resourceIds.slice(0, 1),
        misfit: misfitOf({ ...row, resourceIds: [] }, hours),
      })),
    ],
    proposals: proposals.map(({ parts, ...row }) => ({ ...row, parts: parts.length > 1 ? wireSpans(parts) : [] })),
    blocks: together(taken.filter(({ kind }) => kind === 'block')),
    holds: together(taken.filter(({ kind }) => kind === 'cart')),
  }
  const shown = new Set(Object.values(entries).flatMap((some) => some.flatMap(({ resourceIds }) => resourceIds)))
  const resources = calendar.resources.filter(({ id, isHidden }) => !isHidden || shown.has(id))
  const resourceIds = resources.filter(({ isHidden }) => !isHidden).map(({ id }) => id)
  const forAll = resourceIds.flatMap((resourceId) =>
    elsewhere.map(({ startsAt, endsAt }) => ({ resourceId, from: +startsAt, to: +endsAt })),
  )
  return {
    hasCalendar: true,
    now,
    resources,
    days: hoursOfDays({ hasCalendar: true, ...calendar }, { firstDay, days: asked.days, resourceIds, taken: [...busy, ...forAll] }),
    ...entries,
    busy: elsewhere,
  }
}

type Timed = { startsAt: Date; endsAt: Date; parts: readonly Span[] | null }

/** The job itself, or a job for each of its parts. */
const partsAsJobs = <Job extends Timed>(job: Job): Job[] => (job.parts ? wireSpans(job.parts).map((span) => ({ ...job, ...span })) : [job])
const firstJob = <Job extends Timed>(job: Job): Job => partsAsJobs(job)[0] ?? job

/** Entry of a confirmed booking without an appointment: it occupies no resource, and the company can only cancel it. */
function looseEntry({ customerPhone, ...row }: Awaited<ReturnType<typeof listUnplaced>>[number], now: Date) {
  return {
    ...row,
    parts: [],
    takenFrom: row.startsAt,
    takenUntil: row.endsAt,
    status: 'agreed' as const,
    customerPhone: customerPhone || null,
    ways: [],
    acts: looseActsAt(row, now),
    mayPropose: false,
    clashes: false,
  }
}

type Row = Awaited<ReturnType<typeof listOccupied>>[number]

/** Merges rows that one act created for several people into one entry. */
function together(rows: readonly Row[]) {
  const acts = Map.groupBy(rows, ({ startsAt, endsAt, createdAt }) => [+startsAt, +endsAt, +createdAt].join())
  return [...acts.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, resourceIds: [first, ...others].map(({ resourceId }) => resourceId) }] : [],
  )
}
