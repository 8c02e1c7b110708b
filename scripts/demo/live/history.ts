import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { createRng } from '../../../tests/rng.ts'
import { signInEmails } from '../demoData.ts'
import { type Founding, people, planCompanies } from './companies.ts'
import { appointmentAfter, type Booking, type Customer, openCustomers } from './customers.ts'
import { openDeeds } from './deeds.ts'
import type { DemoApp } from './demoApp.ts'
import { planEdges } from './edges.ts'
import { foundFirst, writeFirstReviews } from './firstCompanies.ts'
import { type Act, firstDay, lastDay } from './historyContext.ts'
import { type LiveCompany, openLiveCompanies } from './liveCompanies.ts'
import { openOffice } from './office.ts'
import { openOperator } from './operator.ts'
import { openPlanChanges } from './planChanges.ts'
import { planRegular } from './regular.ts'
import { openWishes } from './wishes.ts'

type Entry = { minute: number; act: Act }

/** Bookings a day at the beginning and at the end. */
const pace = { first: 3.5, last: 16 }
/** Jobs that run every minute in the product: deadlines of requests, series, offers, the waiting list, absences and complaints. */
const tidying = [
  'bookings.keepRequests',
  'bookings.lapseMoves',
  'bookings.keepSeries',
  'bookings.keepWaiting',
  'quotes.keep',
  'refunds.settleMissed',
  'refunds.escalateComplaints',
]
/** From Sunday on. */
const weekdayWeights = [0.55, 1.15, 1.12, 1.08, 1.05, 0.98, 0.72]

/** All participants, and a calendar of future events. */
export function openHistory(demoApp: DemoApp, { seed, monday }: { seed: number; monday: string }) {
  const rng = createRng(seed)
  const liveCompanies = openLiveCompanies(demoApp, rng)
  const operator = openOperator(demoApp, rng)
  const customers = openCustomers(demoApp, rng)
  const listed: LiveCompany[] = []
  const regulars: { customer: Customer; company: LiveCompany }[] = []
  const calendar = new Map<number, Entry[]>()
  const plan = (day: number, act: Act, minute = rng.whole(8 * 60, 21 * 60)) => {
    const entries = calendar.get(day) ?? []
    entries.push({ minute, act })
    calendar.set(day, entries)
  }
  const dateOf = (day: number) => addDays(monday, day)
  const dayOf = (date: string) => Math.round((Date.parse(date) - Date.parse(monday)) / 86_400_000)
  const plans = openPlanChanges({ demoApp, rng, liveCompanies, plan })
  const context = { demoApp, rng, liveCompanies, operator, customers, listed, plan, dateOf }
  const deeds = openDeeds(context)
  const wishes = openWishes(context)
  const { sendMessage, sendNotice, declareUnmatched } = openOffice(context, chooseCompany)

  async function join(founding: Founding) {
    const isGranted = founding.kind === 'granted'
    const company: LiveCompany =
      founding.kind === 'granted'
        ? await liveCompanies.enlist(founding, await operator.enter())
        : await liveCompanies.register(founding, founding.kind)
    listed.push(company)
    const day = founding.joinsOn
    // New companies have not answered the request for their details yet, or wait for their check.
    const isOurs = signInEmails.includes(company.email)
    if (isOurs) plan(-8, () => liveCompanies.writeDetails('open'))
    else await liveCompanies.writeDetails(day > -4 ? 'submitted' : day > -20 && rng.hits(0.4) ? 'open' : 'checked')
    if (!isGranted && day < -3 && rng.hits(0.75)) plan(day + rng.whole(1, 4), () => operator.verify(company.id))
    if (!isGranted) plans.planFor(company, founding)
    if (company.payout === 'bank' && !isGranted && rng.hits(0.06))
      plan(rng.whole(day + 30, lastDay + 60), async () => liveCompanies.changeBank(company, await liveCompanies.enter(company.email)))
  }

  /** Every day of the demo's own week has appointments, independently of the random events. */
  function fillLastWeek() {
    for (let day = 0; day <= lastDay; day++) {
      for (let count = 0; count < 5; count++)
        plan(-rng.whole(2, 6), () => {
          const company = chooseCompany()
          return customers.book({ company, customer: customers.meet(company), date: dateOf(day) })
        })
    }
  }

  /** A customer books, and the later events of the booking are entered in the calendar. */
  async function visit(day: number) {
    const known = rng.hits(0.3) ? regulars.at(-rng.whole(1, Math.max(1, Math.min(400, regulars.length)))) : undefined
    // A company that has left the marketplace weighs nothing.
    const regular = known && known.company.weight > 0 ? known : undefined
    const company = regular?.company ?? chooseCompany()
    const customer = regular?.customer ?? customers.meet(company)
    const booking = await customers.book({ company, customer, date: appointmentAfter(rng, dateOf(day)), isPaid: rng.hits(0.965) })
    if (!booking) return
    if (!regular) regulars.push({ customer, company })
    follow(booking, day)
  }

  /** Plans the events after a booking: the company's answer to a request, then the outcome. */
  function follow(booking: Booking, day: number) {
    if (booking.isRequest) return deeds.planAnswer(booking, day, () => planFate(booking, day))
    if (rng.hits(0.08)) deeds.planTalk(booking, day, rng.hits(0.06))
    planFate(booking, day)
  }

  function chooseCompany() {
    // The companies that users can sign in to grow with the marketplace.
    const ours = listed.filter(({ email }) => signInEmails.includes(email))
    if (ours.length > 0 && rng.hits(0.07)) return rng.one(ours)
    let left = (rng.whole(0, 1_000_000) / 1_000_000) * listed.reduce((sum, { weight }) => sum + weight, 0)
    for (const company of listed) {
      left -= company.weight
      if (left <= 0) return company
    }
    return rng.one(listed)
  }

  function planFate(booking: Booking, day: number) {
    const service = dayOf(booking.date)
    const fate = rng.whole(1, 1_000)
    const isFar = service - day >= 3
    if (fate <= 28 && isFar) return plan(rng.whole(day + 1, service - 2), () => customers.cancel(booking))
    if (fate <= 42 && isFar) return plan(Math.min(service - 1, day + rng.whole(1, 9)), () => customers.withdraw(booking))
    if (fate <= 48 && isFar) return plan(service - 1, () => operator.cancel(booking.id))
    if (fate <= 56) return planDispute(booking, day)
    if (fate <= 84)
      plan(service + rng.whole(1, 7), () => operator.refund(booking.id, Math.max(5, Math.round((booking.amount * rng.whole(8, 35)) / 100))))
    else if (fate <= 90) return plan(service + rng.whole(1, 5), () => operator.refund(booking.id))
    else if (fate <= 120 && isFar) deeds.planMove(booking, rng.whole(day, Math.max(day, service - 2)))
    else if (fate <= 128) return deeds.planAbsence(booking, service)
    else if (fate <= 140) return deeds.planComplaint(booking, service)
    if (rng.hits(0.36)) plan(service + rng.whole(1, 8), () => writeReview(booking))
  }

  async function writeReview(booking: Booking) {
    const { status } = await customers.review(booking)
    const { company } = booking
    if (status !== 200 || !company.hasOwner || !rng.hits(0.42)) return
    const day = dayOf(booking.date) + rng.whole(9, 14)
    plan(day, () => answerReview(company, booking.id, rng.hits(0.03)))
  }

  async function answerReview(company: LiveCompany, bookingId: string, isObjection: boolean) {
    const found = await demoApp.app.db.selectFrom('reviews').select('id').where('bookingId', '=', bookingId).executeTakeFirst()
    if (!found) return
    const ids = { companyId: company.id, reviewId: found.id }
    const own = await liveCompanies.enter(company.email)
    await (isObjection
      ? own.tryCall('object-to-review', { ...ids, reason: rng.one(people.objections) })
      : own.tryCall('reply-to-review', { ...ids, reply: rng.one(people.replies) }))
  }

  function planDispute(booking: Booking, day: number) {
    plan(day + rng.whole(6, 25), async () => {
      const isInquiry = rng.hits(0.2)
      const reason = rng.one(['fraudulent', 'product_not_received', 'duplicate'])
      const dispute = await demoApp.tryControl('dispute', { payment_intent: booking.paymentId, reason, inquiry: isInquiry })
      if (!dispute) return
      await converge(String(dispute.id))
      plan(day + rng.whole(28, 34), async () => {
        await demoApp.control('closeDispute', { dispute: dispute.id, outcome: rng.hits(0.45) ? 'won' : 'lost' })
        await converge(String(dispute.id))
      })
    })
  }

  /** Runs the job that the PSP's webhook would enqueue. */
  async function converge(objectId: string) {
    await enqueue(demoApp.app.db, { name: 'payments.converge', payload: { objectType: 'dispute', objectId } })
    await demoApp.runJobs()
  }

  async function live(day: number) {
    const date = dateOf(day)
    planDay(day)
    // Acts may add entries to their own day; overdue entries run next.
    for (let entry = takeNext(day); entry; entry = takeNext(day)) {
      const { minute, act } = entry
      const at = berlinInstant(date, `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
      const moment = new Date(Math.max(at.getTime() + rng.whole(0, 50_000), demoApp.app.now().getTime() + 500))
      demoApp.moveTo(moment)
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
    const visits = Math.max(1, Math.round(grown * (weekdayWeights[weekday] ?? 1) * (0.75 + rng.whole(0, 50) / 100)))
    for (let count = 0; count < visits; count++) plan(day, () => visit(day))
    for (const founding of foundings.filter(({ joinsOn }) => joinsOn === day)) plan(day, () => join(founding))
    const { runScheduled, runJobs } = demoApp
    plan(day, () => runScheduled('payments.readBooks').then(plans.hearOfRenewals).then(runJobs), 5 * 60)
    plan(day, () => runScheduled('payouts.keepSchedule').then(runJobs), 6 * 60 + 2)
    plan(day, () => runScheduled('reviews.invite', 'payouts.reconcileReversals').then(runJobs), 9 * 60 + 4)
    plan(day, () => runScheduled('payments.reconcile', ...tidying).then(runJobs), 14 * 60)
    plan(
      day,
      () =>
        runScheduled('payments.reconcile', 'payments.readBooks', ...tidying)
          .then(plans.hearOfRenewals)
          .then(runJobs),
      22 * 60 + 5,
    )
    planOffice(day, weekday)
  }

  /** The work of the operator. That of the last days is left for the users of the demo. */
  function planOffice(day: number, weekday: number) {
    const isWorkday = weekday >= 1 && weekday <= 5
    if (isWorkday) plan(day, () => operator.goToBank({ downloads: day < lastDay - 6 || weekday === 1, executes: day < -2 }), 10 * 60)
    if (day % 45 === 0 && day < -10) plan(day, () => operator.returnPayout(), 11 * 60)
    if (rng.hits(0.16) || day === -1) plan(day, () => sendMessage())
    if (rng.hits(0.045) || day === -2) plan(day, () => sendNotice())
    if (rng.hits(0.12) || day === -3)
      plan(day, () => customers.reviewUnproven(chooseCompany(), customers.meet(), { isConfirmed: day < -2 }))
    if (rng.hits(0.03) || day === -2) plan(day, () => declareUnmatched())
    if (weekday === 4 && day < -5)
      plan(
        day,
        async () => {
          await operator.fileMessages()
          await operator.decideNotices()
          await operator.decideObjections()
          await operator.decideWithdrawals()
          await operator.decideQuarrels()
        },
        16 * 60,
      )
    if (rng.hits(0.3) || day > -3) plan(day, () => wishes.askForQuotes(day), 10 * 60 + rng.whole(0, 300))
    if (rng.hits(0.12) || day > -2) plan(day, () => wishes.askForSeries(day), 11 * 60 + rng.whole(0, 300))
    if (rng.hits(0.15) || day > -2) plan(day, () => wishes.joinWaitingList(day), 12 * 60 + rng.whole(0, 300))
    if ([-200, -90, -30].includes(day)) plan(day, () => operator.writeToAll(), 11 * 60 + 20)
    if (weekday === 0 || day > -8)
      plan(
        day,
        () =>
          demoApp.runScheduled(
            'payments.audit',
            'accounts.sweep',
            'bookings.sweepLinks',
            'machine.sweep',
            'reviews.sweep',
            'payouts.sweepBankChanges',
            'admin.sweepClosing',
            'bookings.sweep',
            'bookings.forgetWaiting',
            'quotes.forget',
          ),
        3 * 60 + 10,
      )
  }

  const foundings = planCompanies(rng, { first: firstDay + 1, last: -1 })
  return {
    live,
    begin: async () => {
      demoApp.moveTo(berlinInstant(dateOf(firstDay), '07:00'))
      listed.push(...(await foundFirst(context)))
      await writeFirstReviews(context)
      plans.planLast()
      fillLastWeek()
      planEdges(context, {
        book: async (company, day) => {
          const booking = await customers.book({ company, customer: customers.meet(company), date: dateOf(day + 3) })
          if (booking) planDispute(booking, day)
        },
        deeds,
        wishes,
      })
      planRegular(context, { deeds, wishes, planFate })
    },
  }
}
