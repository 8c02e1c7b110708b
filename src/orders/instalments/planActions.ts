import { isDisputed } from '#src/money/payments/disputes/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { endOrder } from '#src/orders/bookings/orderActions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { dueMail } from './mails.ts'
import { dueAtOf, dueDay, reduceInstalments, reminderAt, reminderDays, workDays } from './rules.ts'
import {
  findPlan,
  findWork,
  type Instalment,
  listInstalments,
  listOpenJobs,
  lockInstalments,
  lowerInstalment,
  markDue,
  markReminded,
} from './store.ts'
import { partName } from './texts.ts'

/** Deposit and instalments of a job as both sides see them; null for a job that was paid at once. */
export async function readPlan(db: Database | Transaction, bookingId: string) {
  const plan = await findPlan(db, bookingId)
  if (!plan) return null
  const list = await listInstalments(db, bookingId)
  const work = await findWork(db, bookingId)
  if (!work) return null
  const days = workDays(work)
  const paid = list.filter(({ status }) => status === 'paid')
  const open = list.filter(({ status }) => status === 'planned' || status === 'due')
  return {
    totalCents: plan.totalCents,
    depositCents: plan.depositCents,
    paidCents: plan.depositCents - work.refundedCents + sumOf(paid.map(({ totalCents, refundedCents }) => totalCents - refundedCents)),
    openCents: sumOf(open.map(({ totalCents }) => totalCents)),
    list: list.map(({ id, place, status, totalCents, agreedCents }) => ({
      id,
      name: partName({ place, parts: list.length }),
      totalCents: status === 'dropped' ? agreedCents : totalCents,
      status,
      dueOn: dueDay(days, { place, parts: list.length }),
    })),
  }
}

const sumOf = (all: readonly Cents[]) => all.reduce((sum, cents) => sum + cents, 0)

/** Cents of a locked job that are agreed and neither refunded nor dropped: of its booking, and of its instalments that it still has. */
export async function agreedCents(db: Database | Transaction, job: { id: string; amountCents: Cents; refundedCents: Cents }) {
  const list = await listInstalments(db, job.id)
  return job.amountCents - job.refundedCents + sumOf(list.map(({ totalCents, refundedCents }) => totalCents - refundedCents))
}

/**
 * Takes a reduction of a locked job's price from its unpaid instalments. Returns the paid instalments, the newest first, and the cents that
 * remain to be refunded from them and from the deposit.
 */
export async function reducePlan(app: App, tx: Transaction, { bookingId, cents }: { bookingId: string; cents: Cents }) {
  const list = await lockInstalments(tx, bookingId)
  const { changed, leftCents } = reduceInstalments(list, cents)
  for (const { id, totalCents } of changed) await lower(app, tx, { one: list.find((each) => each.id === id), totalCents })
  return { leftCents, paid: list.filter(({ status }) => status === 'paid').toReversed() }
}

/** Drops the unpaid instalments of a job that was cancelled. */
export async function dropOpen(app: App, tx: Transaction, bookingId: string) {
  for (const one of await lockInstalments(tx, bookingId)) if (one.endedAt === null) await lower(app, tx, { one, totalCents: 0 })
}

/** Lowers an open instalment. Its unpaid order, which has the old amount, is ended at the PSP; money that arrives before is refunded. */
export async function lower(app: App, tx: Transaction, { one, totalCents }: { one: Instalment | undefined; totalCents: Cents }) {
  if (!one || one.totalCents === totalCents) return
  await lowerInstalment(tx, { id: one.id, totalCents, now: app.now() })
  await endOrder(tx, one.orderId)
}

/** Makes instalments due, and reminds customers of unpaid ones. Reads its work from the tables. */
export async function demandInstalments(app: App) {
  const now = app.now()
  const [first, second] = reminderDays
  const remindBefore = [daysBefore(now, first - 1), daysBefore(now, second - 1)] as const
  const question = { today: berlinDay(now), remindBefore, limit: 100 }
  let jobs = await listOpenJobs(app.db, { ...question, after: firstId })
  while (jobs.length > 0) {
    for (const { bookingId } of jobs) await app.db.transaction().execute((tx) => demandOf(app, tx, bookingId))
    jobs = await listOpenJobs(app.db, { ...question, after: jobs.at(-1)?.bookingId ?? firstId })
  }
}
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Makes the instalments of a job due whose day has come, or all of them if the work is done (`isDone`), and sends due reminders. An open
 * dispute of the deposit is decided first.
 */
export async function demandOf(app: App, tx: Transaction, bookingId: string, { isDone = false }: { isDone?: boolean } = {}) {
  const booking = await lockBooking(tx, bookingId)
  if (booking?.bookingStatus !== 'confirmed') return
  const list = await lockInstalments(tx, bookingId)
  if (list.length === 0 || (await isDisputed(tx, bookingId))) return
  const work = await findWork(tx, bookingId)
  const days = workDays(work ?? { bookingDate: booking.bookingDate, parts: null })
  const now = app.now()
  for (const one of list) {
    const isPast = isDone || dueAtOf(dueDay(days, { place: one.place, parts: list.length })) <= now
    const step = one.status === 'planned' && isPast ? 'due' : stepOf(one, now)
    if (step === undefined) continue
    if (step === 'due') await markDue(tx, { id: one.id, dueAt: now })
    else await markReminded(tx, { id: one.id, isSecond: step === 'remindedAgain', now })
    await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
    const links = await issueBookingLinks(app, tx, booking)
    const company = await companyOf(tx, booking.companyId)
    await enqueueEncryptedMail(app, tx, dueMail({ booking, company, instalment: { ...one, parts: list.length }, step, links }))
  }
}

/** Reminder that is due now; undefined if none is. */
function stepOf({ status, dueAt, remindedAt, remindedAgainAt }: Instalment, now: Date) {
  if (status !== 'due' || dueAt === null) return undefined
  const [first, second] = reminderDays
  if (remindedAt === null) return reminderAt(dueAt, first) <= now ? ('reminded' as const) : undefined
  return remindedAgainAt === null && reminderAt(dueAt, second) <= now ? ('remindedAgain' as const) : undefined
}
