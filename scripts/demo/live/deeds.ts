import { addDays } from '#src/platform/kit/dates.ts'
import { people } from './companies.ts'
import { type Booking, consentOf } from './customers.ts'
import type { HistoryContext } from './historyContext.ts'
import type { LiveCompany } from './liveCompanies.ts'

/** Minutes since midnight of times at which people answer what arrived during the day. */
const evening = 20 * 60 + 40
const morning = 7 * 60 + 30

/** Simulates the events of single bookings: answers to requests, messages, moves, absences, complaints. */
export function openDeeds({ demoApp, rng, liveCompanies, customers, plan }: HistoryContext) {
  const { app, browser } = demoApp
  const enter = ({ email }: LiveCompany) => liveCompanies.enter(email)
  const keyOf = ({ id: bookingId, sessionId }: Booking) => ({ bookingId, sessionId })
  const idsOf = ({ id: bookingId, company }: Booking) => ({ companyId: company.id, bookingId })
  const startFor = ({ company, customer, serviceId, quantity }: Booking, from: string) =>
    customers.freeStart(company, { serviceId, quantity, location: customer.place, from })

  /** Plans the company's answer for the evening; `accepted` continues the booking. An unanswered request lapses. */
  function planAnswer(booking: Booking, day: number, accepted: () => void) {
    if (!booking.company.hasOwner || rng.hits(0.06)) return
    plan(day, () => answer(booking, day, accepted), evening + rng.whole(0, 30))
  }

  async function answer(booking: Booking, day: number, accepted: () => void) {
    const own = await enter(booking.company)
    const fate = rng.whole(1, 100)
    const first = fate > 88 ? await startFor(booking, addDays(booking.date, 2)) : undefined
    if (first) {
      const times = [first, await startFor(booking, addDays(first.date, 3))].filter((one) => one !== undefined)
      const { status } = await own.tryCall('answer-request', { ...idsOf(booking), answer: 'counter', times, ...priceFor(booking, false) })
      if (status === 200 && rng.hits(0.7)) plan(day + 1, () => chooseTime(booking, accepted), morning + rng.whole(0, 60))
      return
    }
    const isAbove = fate > 72 && booking.least !== undefined
    const reply = fate > 78 ? { answer: 'decline', reason: rng.one(people.declines) } : { answer: 'accept', ...priceFor(booking, isAbove) }
    const { status } = await own.tryCall('answer-request', { ...idsOf(booking), ...reply })
    await demoApp.runJobs()
    if (status !== 200 || fate > 78) return
    if (!isAbove) return accepted()
    // A price above the ceiling: half of the customers decline, the other half lets it lapse.
    const key = keyOf(booking)
    if (rng.hits(0.5)) plan(day + 1, () => browser().tryCall('answer-price', { key, isAccepted: false }), morning + rng.whole(0, 60))
  }

  /** Price that the company names for an estimate, in whole euros; from then on it is the amount of the booking. */
  function priceFor(booking: Booking, isAbove: boolean) {
    const { least, amount } = booking
    if (least === undefined) return {}
    const price = isAbove ? Math.round(amount * 1.2) : rng.whole(Math.ceil(least), Math.floor(amount))
    booking.amount = price
    return isAbove ? { price, priceReason: rng.one(people.higherPrices) } : { price }
  }

  async function chooseTime(booking: Booking, accepted: () => void) {
    const time = await app.db
      .selectFrom('counterTimes')
      .select('id')
      .where('bookingId', '=', booking.id)
      .orderBy('startsAt')
      .executeTakeFirst()
    if (!time) return
    const { earlyStartConsent } = consentOf(booking.customer)
    const { status } = await browser().tryCall('answer-counter', { key: keyOf(booking), timeId: time.id, earlyStartConsent })
    await demoApp.runJobs()
    if (status === 200) accepted()
  }

  /** A customer writes, and the company answers in the evening. */
  function planTalk(booking: Booking, day: number, isReported = false) {
    const [question, reply] = rng.one(people.talks)
    plan(day, async () => {
      await browser().tryCall('send-message', { key: keyOf(booking), text: question })
      if (isReported)
        plan(day, () => browser().tryCall('report-messages', { key: keyOf(booking), reason: rng.one(people.reports) }), evening + 45)
      if (!booking.company.hasOwner) return
      plan(day, async () => (await enter(booking.company)).tryCall('write-message', { ...idsOf(booking), text: reply }), evening)
    })
  }

  /** The customer moves the appointment, or the company proposes another time. */
  function planMove(booking: Booking, day: number) {
    const isOwn = rng.hits(0.6) || !booking.company.hasOwner
    plan(day, async () => {
      const start = await startFor(booking, addDays(booking.date, 1))
      if (!start) return
      const { earlyStartConsent } = consentOf(booking.customer)
      if (isOwn) return browser().tryCall('propose-move', { key: keyOf(booking), ...start, earlyStartConsent })
      const { status } = await (await enter(booking.company)).tryCall('move-appointment', { ...idsOf(booking), ...start })
      if (status === 200 && rng.hits(0.8)) plan(day + 1, () => answerMove(booking), morning + 40)
    })
  }

  async function answerMove(booking: Booking) {
    const found = await app.db
      .selectFrom('moveProposals')
      .select('id')
      .where('bookingId', '=', booking.id)
      .where('status', '=', 'open')
      .executeTakeFirst()
    const { earlyStartConsent } = consentOf(booking.customer)
    const answered = { key: keyOf(booking), proposalId: found?.id, answer: 'accept', earlyStartConsent }
    if (found) await browser().tryCall('answer-move', answered)
  }

  /** Reports the customer as absent; the customer objects on the next morning. */
  function planAbsence(booking: Booking, service: number) {
    if (!booking.company.hasOwner) return
    plan(service, async () => (await enter(booking.company)).tryCall('mark-missed', idsOf(booking)), 21 * 60 + 20)
    if (rng.hits(0.6))
      plan(service + 1, () => browser().tryCall('object', { key: keyOf(booking), reason: rng.one(people.absences) }), morning)
  }

  /** Something is wrong with the work: the company answers, and the customer agrees or lets the operator decide. */
  function planComplaint(booking: Booking, service: number, isStubborn = rng.hits(0.3)) {
    const [reason, words] = rng.one(people.complaints)
    plan(service + 1, async () => {
      const { status } = await browser().tryCall('report-complaint', { key: keyOf(booking), reason, words, request: 'part' })
      if (status !== 200 || !booking.company.hasOwner) return
      plan(service + 1, () => answerComplaint(booking, service + 2, isStubborn), evening)
    })
  }

  async function answerComplaint(booking: Booking, day: number, isStubborn: boolean) {
    const amount = Math.max(5, Math.round(booking.amount * 0.2))
    const offered = isStubborn ? { refund: 'none' } : { refund: 'part', amount }
    const answer = isStubborn
      ? 'Das sehen wir anders: Die vereinbarten Arbeiten sind erledigt, Fotos davon haben wir.'
      : 'Das tut uns leid. Wir bessern nach und geben Ihnen einen Teil zurück.'
    await (await enter(booking.company)).tryCall('answer-complaint', { ...idsOf(booking), answer, ...offered })
    await demoApp.runJobs()
    const resolved = isStubborn
      ? { answer: 'reject', words: 'Die Fotos zeigen einen anderen Raum. Ich möchte einen Teil des Geldes zurück.' }
      : { answer: 'accept' }
    plan(day, () => browser().tryCall('resolve-complaint', { key: keyOf(booking), ...resolved }), morning + 90)
  }

  return { planAnswer, planTalk, planMove, planAbsence, planComplaint }
}
export type Deeds = ReturnType<typeof openDeeds>
