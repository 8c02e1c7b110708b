import { type SqlBool, sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'

type Db = Database | Transaction

type NewPlan = { bookingId: string; companyId: string; totalCents: Cents; depositCents: Cents; restCents: readonly Cents[] }

/** Inserts deposit and instalments of a job. */
export async function insertPlan(tx: Transaction, { restCents, ...plan }: NewPlan) {
  await tx.insertInto('paymentPlans').values(plan).execute()
  await tx
    .insertInto('instalments')
    .values(restCents.map((cents, place) => ({ bookingId: plan.bookingId, place: place + 1, agreedCents: cents, totalCents: cents })))
    .execute()
}

export const findPlan = (db: Db, bookingId: string) =>
  db.selectFrom('paymentPlans').selectAll().where('bookingId', '=', bookingId).executeTakeFirst()

/** Instalments of a job in their order, with the refunds of their orders in cents. */
export const listInstalments = (db: Db, bookingId: string) =>
  db
    .selectFrom('instalments')
    .leftJoin('bookings as order', 'order.id', 'instalments.orderId')
    .selectAll('instalments')
    .select(sql<number>`coalesce("order".refunded_cents, 0)`.as('refundedCents'))
    .where('instalments.bookingId', '=', bookingId)
    .orderBy('instalments.place')
    .execute()

/** Locks the instalments of a job in their order. The booking of the job is locked before. */
export const lockInstalments = (tx: Transaction, bookingId: string) =>
  tx.selectFrom('instalments').selectAll().where('bookingId', '=', bookingId).orderBy('place').forUpdate().execute()
export type Instalment = Awaited<ReturnType<typeof lockInstalments>>[number]

/** Locks the instalment that a booking pays. */
export const lockInstalmentOfOrder = (tx: Transaction, orderId: string) =>
  tx.selectFrom('instalments').selectAll().where('orderId', '=', orderId).forUpdate().executeTakeFirst()

/** Job of the instalment that a booking pays; undefined for every other booking. */
export async function findInstalmentJob(db: Db, orderId: string) {
  const row = await db.selectFrom('instalments').select('bookingId').where('orderId', '=', orderId).executeTakeFirst()
  return row?.bookingId
}

/** Marks a planned instalment as due; undefined if it is not planned. */
export const markDue = (tx: Transaction, { id, dueAt }: { id: string; dueAt: Date }) =>
  tx
    .updateTable('instalments')
    .set({ status: 'due', dueAt })
    .where('id', '=', id)
    .where('status', '=', 'planned')
    .returning('id')
    .executeTakeFirst()

/** Marks a due instalment as paid; undefined if it is not due. */
export const markPaidInstalment = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('instalments')
    .set({ status: 'paid', endedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .returning('id')
    .executeTakeFirst()

/** Lowers an open instalment; to 0 cents drops it. */
export const lowerInstalment = (tx: Transaction, { id, totalCents, now }: { id: string; totalCents: Cents; now: Date }) =>
  tx
    .updateTable('instalments')
    .set({ totalCents, ...(totalCents === 0 ? { status: 'dropped', endedAt: now } : {}) })
    .where('id', '=', id)
    .where('status', 'in', ['planned', 'due'])
    .execute()

/** Stores the order that pays a due instalment. */
export const setInstalmentOrder = (tx: Transaction, { id, orderId }: { id: string; orderId: string }) =>
  tx.updateTable('instalments').set({ orderId }).where('id', '=', id).where('status', '=', 'due').execute()

/** Stores that the customer was reminded of an unpaid instalment. */
export const markReminded = (tx: Transaction, { id, isSecond, now }: { id: string; isSecond: boolean; now: Date }) =>
  tx
    .updateTable('instalments')
    .set(isSecond ? { remindedAgainAt: now } : { remindedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .execute()

type OpenQuestion = { today: string; after: string; remindBefore: readonly [Date, Date]; limit: number }

/** Condition: an instalment that is planned, or whose customer may have to be reminded. */
const isWaiting = ([first, second]: OpenQuestion['remindBefore']) => sql<boolean>`(
  instalments.status = 'planned'
  or instalments.status = 'due' and instalments.reminded_at is null and instalments.due_at <= ${first}
  or instalments.status = 'due' and instalments.reminded_again_at is null and instalments.due_at <= ${second}
)`

/** Jobs whose work has begun and that have instalments to demand, without those that a complaint or an absence holds. */
export const listOpenJobs = (db: Database, { today, after, remindBefore, limit }: OpenQuestion) =>
  db
    .selectFrom('paymentPlans as plan')
    .innerJoin('bookings as job', 'job.id', 'plan.bookingId')
    .leftJoin('appointments as appointment', 'appointment.bookingId', 'job.id')
    .select('plan.bookingId')
    .where('plan.bookingId', '>', after)
    .where('job.bookingStatus', '=', 'confirmed')
    .where('job.bookingDate', '<=', today)
    .where(({ or, eb }) => or([eb('appointment.status', 'is', null), eb('appointment.status', 'in', ['agreed', 'performed'])]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('instalments').select('instalments.id').whereRef('instalments.bookingId', '=', 'job.id').where(isWaiting(remindBefore)),
      ),
    )
    .where(sql<SqlBool>`not exists (select from complaints where complaints.booking_id = job.id and complaints.closed_at is null)`)
    .orderBy('plan.bookingId')
    .limit(limit)
    .execute()

/** Day of a booking, its refunds, and the parts of its appointment. */
export const findWork = (db: Db, bookingId: string) =>
  db
    .selectFrom('bookings')
    .leftJoin('appointments as appointment', 'appointment.bookingId', 'bookings.id')
    .select(['bookings.bookingDate', 'bookings.refundedCents', 'appointment.parts'])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
