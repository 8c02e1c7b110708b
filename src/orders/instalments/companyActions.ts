import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { announce } from '#src/platform/server/live.ts'
import { lower } from './planActions.ts'
import { instalmentProblems } from './rules.ts'
import { lockInstalments } from './store.ts'

type Waiver = { companyId: string; bookingId: string; id: string; userId: string; requestId: string }

/** Drops an unpaid instalment for its company: the customer no longer owes it. Throws bookingProblems.notFound, instalmentProblems. */
export const waiveInstalment = (app: App, { companyId, bookingId, id, userId, requestId }: Waiver) =>
  app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (booking?.companyId !== companyId) throw bookingProblems.notFound()
    const one = (await lockInstalments(tx, bookingId)).find((each) => each.id === id)
    if (!one) throw instalmentProblems.unknown()
    if (one.endedAt !== null) throw instalmentProblems.notDue()
    await lower(app, tx, { one, totalCents: 0 })
    const entry = {
      at: app.now(),
      actor: `user:${userId}`,
      action: 'instalments.waive',
      objectType: 'booking',
      objectId: bookingId,
      requestId,
    }
    await recordAudit(tx, { ...entry, before: { totalCents: one.totalCents }, after: { totalCents: 0 } })
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
  })
