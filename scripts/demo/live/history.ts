import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openChance } from '../../../tests/storm/chance.ts'
import { signInEmails } from '../demoData.ts'
import { type Founding, people, planCompanies } from './companies.ts'
import { appointmentAfter, type Booking, type Customer, openCustomers } from './customers.ts'
import { planEdges } from './edges.ts'
import { foundFirst, writeFirstReviews } from './firstCompanies.ts'
import { type LiveCompany, openLiveCompanies } from './liveCompanies.ts'
import { openOperator } from './operator.ts'
import { openPlanChanges } from './planChanges.ts'
import type { Stage } from './stage.ts'
import { type Act, firstDay, lastDay } from './world.ts'

type Entry = { minute: number; act: Act }

/** Bookings a day at the beginning and at the end. */
const pace = { first: 3.5, last: 16 }
/** From Sunday on. */
const weekdayWeights = [0.55, 1.15, 1.12, 1.08, 1.05, 0.98, 0.72]

/** All participants, and a calendar of future events. */
export function openHistory(stage: Stage, { seed, monday }: { seed: number; monday: string }) {
  const chance = openChance(seed)
  const liveCompanies = openLiveCompanies(stage, chance)
  const operator = openOperator(stage, chance)
  const customers = openCustomers(stage, chance)
  const listed: LiveCompany[] = []
  const regulars: { customer: Customer; company: LiveCompany }[] = []
  const calendar = new Map<number, Entry[]>()
  const plan = (day: number, act: Act, minute = chance.whole(8 * 60, 21 * 60)) => {
    const entries = calendar.get(day) ?? []
    entries.push({ minute, act })
    calendar.set(day, entries)
  }
  const dateOf = (day: number) => addDays(monday, day)
  const dayOf = (date: string) => Math.round((Date.parse(date) - Date.parse(monday)) / 86_400_000)
  const plans = openPlanChanges({ stage, chance, liveCompanies, plan })
  const world = { stage, chance, liveCompanies, operator, customers, listed, plan, dateOf }

  async function join(founding: Founding) {
    const isGranted = founding.kind === 'granted'
    const company =
      founding.kind === 'granted'
        ? await liveCompanies.enlist(founding, await operator.enter())
        : await liveCompanies.register(founding, founding.kind)
    listed.push(company)
    const day = founding.joinsOn
    if (!isGranted && day < -3 && chance.hits(0.75)) plan(day + chance.whole(1, 4), () => operator.verify(company.id))
    if (!isGranted) plans.planFor(company, founding)
    if (company.payout === 'bank' && !isGranted && chance.hits(0.06))
      plan(chance.whole(day + 30, lastDay + 60), async () => liveCompanies.changeBank(company, await liveCompanies.enter(company.email)))
  }

  /** Every day of the demo's own week has appointments, independently of the random events. */
  function fillLastWeek() {
    for (let day = 0; day <= lastDay; day++) {
      for (let count = 0; count < 5; count++)
        plan(-chance.whole(1, 6), () => customers.book({ company: chooseCompany(), customer: customers.meet(), date: dateOf(day) }))
    }
  }

  /** A customer books, and the later events of the booking are entered in the calendar. */
  async function visit(day: number) {
    const regular = chance.hits(0.3) ? regulars.at(-chance.whole(1, Math.max(1, Math.min(400, regulars.length)))) : undefined
    const company = regular?.company ?? chooseCompany()
    const customer = regular?.customer ?? customers.meet()
    const booking = await customers.book({ company, customer, date: appointmentAfter(chance, dateOf(day)) }, chance.hits(0.965))
    if (!booking) return
    if (!regular) regulars.push({ customer, company })
    planFate(booking, day)
  }

  function chooseCompany() {
    // The companies that users can sign in to grow with the marketplace.
    const ours = listed.filter(({ email }) => signInEmails.includes(email))
    if (ours.length > 0 && chance.hits(0.06)) return chance.one(ours)
    let left = (chance.whole(0, 1_000_000) / 1_000_000) * listed.reduce((sum, { weight }) => sum + weight, 0)
    for (const company of listed) {
      left -= company.weight
      if (left <= 0) return company
    }
    return chance.one(listed)
  }

  function planFate(booking: Booking, day: number) {
    const service = dayOf(booking.date)
    const fate = chance.whole(1, 1_000)
    const isFar = service - day >= 3
    if (fate <= 28 && isFar) return plan(chance.whole(day + 1, service - 2), () => customers.cancel(booking))
    if (fate <= 42 && isFar) return plan(Math.min(service - 1, day + chance.whole(1, 9)), () => customers.withdraw(booking))
    if (fate <= 48 && isFar) return plan(service - 1, () => operator.cancel(booking.id))
    if (fate <= 56) return planDispute(booking, day)
    if (fate <= 84)
      plan(service + chance.whole(1, 7), () =>
        operator.refund(booking.id, Math.max(5, Math.round((booking.amount * chance.whole(8, 35)) / 100))),
      )
    else if (fate <= 90) return plan(service + chance.whole(1, 5), () => operator.refund(booking.id))
    if (chance.hits(0.36)) plan(service + chance.whole(1, 8), () => writeReview(booking))
  }

  async function writeReview(booking: Booking) {
    const { status } = await customers.review(booking)
    const { company } = booking
    if (status !== 200 || !company.hasOwner || !chance.hits(0.42)) return
    const day = dayOf(booking.date) + chance.whole(9, 14)
    plan(day, () => answerReview(company, booking.id, chance.hits(0.03)))
  }

  async function answerReview(company: LiveCompany, bookingId: string, isObjection: boolean) {
    const found = await stage.app.db.selectFrom('reviews').select('id').where('bookingId', '=', bookingId).executeTakeFirst()
    if (!found) return
    const ids = { companyId: company.id, reviewId: found.id }
    const own = await liveCompanies.enter(company.email)
    await (isObjection
      ? own.ask('object-to-review', { ...ids, reason: chance.one(people.objections) })
      : own.ask('reply-to-review', { ...ids, reply: chance.one(people.replies) }))
  }

  function planDispute(booking: Booking, day: number) {
    plan(day + chance.whole(6, 25), async () => {
      const isInquiry = chance.hits(0.2)
      const reason = chance.one(['fraudulent', 'product_not_received', 'duplicate'])
      const dispute = await stage.tryControl('dispute', { payment_intent: booking.paymentId, reason, inquiry: isInquiry })
      if (!dispute) return
      await converge(String(dispute.id))
      plan(day + chance.whole(32, 55), async () => {
        await stage.control('closeDispute', { dispute: dispute.id, outcome: chance.hits(0.45) ? 'won' : 'lost' })
        await converge(String(dispute.id))
      })
    })
  }

  /** Runs the job that the PSP's webhook would enqueue. */
  async function converge(objectId: string) {
    await enqueue(stage.app.db, { name: 'payments.converge', payload: { objectType: 'dispute', objectId } })
    await stage.runJobs()
  }

  async function live(day: number) {
    const date = dateOf(day)
    planDay(day)
    // Acts may add entries to their own day; overdue entries run next.
    for (let entry = takeNext(day); entry; entry = takeNext(day)) {
      const { minute, act } = entry
      const at = berlinInstant(date, `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
      const moment = new Date(Math.max(at.getTime() + chance.whole(0, 50_000), stage.app.now().getTime() + 500))
      stage.moveTo(moment)
      await act()
    }
  }

  function takeNext(day: number) {
    const entries = calendar.get(day) ?? []
    entries.sort((one, other) => one.minute - other.minute)
    return entries.shift()
  }

  function planDay(day: number) {
    const weekday = new Date(`${dateOf(day)}T00:00:00Z`).getUTCDay()
    const grown = pace.first + (pace.last - pace.first) * ((day - firstDay) / (lastDay - firstDay)) ** 1.15
    const visits = Math.max(1, Math.round(grown * (weekdayWeights[weekday] ?? 1) * (0.75 + chance.whole(0, 50) / 100)))
    for (let count = 0; count < visits; count++) plan(day, () => visit(day))
    for (const founding of foundings.filter(({ joinsOn }) => joinsOn === day)) plan(day, () => join(founding))
    const { runScheduled, runJobs } = stage
    plan(day, () => runScheduled('payments.readBooks').then(plans.hearOfRenewals).then(runJobs), 5 * 60)
    plan(day, () => runScheduled('payouts.keepSchedule').then(runJobs), 6 * 60 + 2)
    plan(day, () => runScheduled('reviews.invite', 'payouts.reconcileReversals').then(runJobs), 9 * 60 + 4)
    plan(day, () => runScheduled('payments.reconcile').then(runJobs), 14 * 60)
    plan(day, () => runScheduled('payments.reconcile', 'payments.readBooks').then(plans.hearOfRenewals).then(runJobs), 22 * 60 + 5)
    planOffice(day, weekday)
  }

  /** The work of the operator. That of the last days is left for the users of the demo. */
  function planOffice(day: number, weekday: number) {
    const isWorkday = weekday >= 1 && weekday <= 5
    if (isWorkday) plan(day, () => operator.goToBank({ downloads: day < lastDay - 6 || weekday === 1, executes: day < -2 }), 10 * 60)
    if (day % 45 === 0 && day < -10) plan(day, () => operator.returnPayout(), 11 * 60)
    if (chance.hits(0.16) || day === -1) plan(day, () => sendMessage())
    if (chance.hits(0.045) || day === -2) plan(day, () => sendNotice())
    if (chance.hits(0.12) || day === -3)
      plan(day, () => customers.reviewUnproven(chooseCompany(), customers.meet(), { isConfirmed: day < -2 }))
    if (chance.hits(0.03) || day === -2) plan(day, () => declareUnmatched())
    if (weekday === 4 && day < -5)
      plan(
        day,
        async () => {
          await operator.fileMessages()
          await operator.decideNotices()
          await operator.decideObjections()
          await operator.decideWithdrawals()
        },
        16 * 60,
      )
    if ([-200, -90, -30].includes(day)) plan(day, () => operator.writeToAll(), 11 * 60 + 20)
    if (weekday === 0 || day > -8)
      plan(
        day,
        () =>
          stage.runScheduled(
            'payments.audit',
            'accounts.sweep',
            'bookings.sweepLinks',
            'machine.sweep',
            'reviews.sweep',
            'payouts.sweepBankChanges',
            'admin.sweepClosing',
          ),
        3 * 60 + 10,
      )
  }

  const sendMessage = () => {
    const [topic, message] = chance.one(people.messages)
    const { name, email } = customers.meet()
    return stage.browser().call('send-contact-message', { name, email, topic, message, blank: '', openedAt: openedAt() })
  }

  async function sendNotice() {
    const [reason, explanation] = chance.one(people.notices)
    const { name, email } = customers.meet()
    const review = await stage.app.db
      .selectFrom('reviews')
      .select('id')
      .where('publishedAt', 'is not', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    // Some companies are no longer visible.
    for (let tries = 0; tries < 20; tries++) {
      const target = tries === 0 && chance.hits(0.5) && review ? { reviewId: review.id } : { companyId: chooseCompany().id }
      const notice = { ...target, page: '', reason, explanation, name, email, isGoodFaith: true }
      if ((await stage.browser().ask('report-content', notice)).status === 200) return
    }
  }

  const openedAt = () => new Date(stage.app.now().getTime() - 60_000).toISOString()

  const declareUnmatched = () => {
    const { name, email } = customers.meet()
    return stage.browser().call('declare-withdrawal', { name, email, contract: chance.one(people.withdrawals) })
  }

  const foundings = planCompanies(chance, { first: firstDay + 1, last: -1 })
  return {
    live,
    begin: async () => {
      stage.moveTo(berlinInstant(dateOf(firstDay), '07:00'))
      listed.push(...(await foundFirst(world)))
      await writeFirstReviews(world)
      plans.planLast()
      fillLastWeek()
      planEdges(world, {
        book: async (company, day) => {
          const booking = await customers.book({ company, customer: customers.meet(), date: dateOf(day + 3) })
          if (booking) planDispute(booking, day)
        },
      })
    },
  }
}
