import { findAppointment } from '#src/orders/appointments/store.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { nextSteps, stateAfter } from './hours.ts'
import { type WorkStepInput, workProblems, workSpan } from './rules.ts'
import { findStep, insertStep, listPhotos, listSteps, listWorkForExport } from './store.ts'
import { workLimits } from './texts.ts'

type Job = { id: string; bookingStatus: string; parentId: string | null; bookingDate: string }

/**
 * Enters a step of running work. Its id and moment come from the phone: sent again, it enters nothing new; sent later, it keeps its time,
 * within plausible limits. Throws bookingProblems.notFound, workProblems.
 */
export const addWorkStep = (app: App, { id, companyId, bookingId, kind, at }: WorkStepInput) =>
  app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (booking?.companyId !== companyId) throw bookingProblems.notFound()
    const before = await findStep(tx, id)
    if (before) {
      if (before.bookingId !== bookingId) throw workProblems.notNow()
      return
    }
    const now = app.now()
    const span = await spanOf(tx, booking)
    const steps = await listSteps(tx, bookingId)
    const moment = momentOf(new Date(at), { now, last: steps.at(-1)?.at })
    if (!span || now > span.until || moment < span.from || steps.length >= workLimits.steps) throw workProblems.notNow()
    if (!nextSteps[stateAfter(steps)].includes(kind)) throw workProblems.order()
    await insertStep(tx, { id, bookingId, companyId, kind, position: steps.length + 1, at: moment, receivedAt: now })
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
  })

/**
 * Moment of a step: as the phone says, but neither later than now nor before the last step, from which two clocks may differ by minutes.
 * Throws workProblems.
 */
function momentOf(at: Date, { now, last }: { now: Date; last: Date | undefined }) {
  const slackMs = workLimits.clockMinutes * 60_000
  if (at.getTime() > now.getTime() + slackMs) throw workProblems.clock()
  if (at.getTime() < now.getTime() - workLimits.waitHours * 3_600_000) throw workProblems.tooOld()
  if (last && at.getTime() < last.getTime() - slackMs) throw workProblems.order()
  return new Date(Math.max(Math.min(at.getTime(), now.getTime()), last?.getTime() ?? 0))
}

/** Span in which work and photos of a booking may be entered; undefined if it is not on. */
export const spanOf = async (db: Database | Transaction, booking: Job) =>
  workSpan({ ...booking, appointment: await findAppointment(db, booking.id) })

/** Work of a company's booking: steps, photos, and whether more can be entered now. */
export async function readJobWork(app: App, booking: Job) {
  const now = app.now()
  const [appointment, steps, photos] = await Promise.all([
    findAppointment(app.db, booking.id),
    listSteps(app.db, booking.id),
    listPhotos(app.db, booking.id),
  ])
  const span = workSpan({ ...booking, appointment })
  const isOpen = span !== undefined && now >= span.from && now <= span.until
  const deletableFrom = new Date(now.getTime() - workLimits.deleteHours * 3_600_000)
  return {
    isOpen,
    isRunnable: isOpen && appointment?.status !== 'performed',
    steps,
    photos: photos.map((photo) => ({ ...photo, isDeletable: photo.uploadedAt > deletableFrom })),
  }
}

/** Steps and photos of a person's bookings, as customer and as company, for the export of their data. */
export const exportWork = (app: App, { userId, email }: Person) => listWorkForExport(app.db, { userId, email })
