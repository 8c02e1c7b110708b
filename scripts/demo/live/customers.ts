import { issueBookingToken } from '#src/orders/bookings/links/actions.ts'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { slugOf } from '#src/platform/kit/text.ts'
import type { Chance } from '../../../tests/storm/chance.ts'
import { people, trades } from './companies.ts'
import type { LiveCompany } from './liveCompanies.ts'
import type { Stage } from './stage.ts'

export type Customer = { name: string; email: string; phone: string; place: string; kind: 'consumer' | 'business' }
export type Booking = {
  id: string
  sessionId: string
  paymentId: string
  company: LiveCompany
  customer: Customer
  date: string
  amount: number
}
type Wishes = { company: LiveCompany; customer: Customer; date: string; amount?: number }

const slowCard = '4242424242424242'
const declinedCard = '4000000000000002'

/** Actions of customers in the history. */
export function openCustomers(stage: Stage, chance: Chance) {
  const { app, browser, control, letters } = stage
  let count = 0

  function meet(): Customer {
    count += 1
    const name = `${chance.one(people.first)} ${chance.one(people.last)}`
    const [postcode, town] = chance.one(people.towns)
    return {
      name,
      email: `${slugOf(name).replace('-', '.')}.${count}@kunde.example`,
      phone: chance.hits(0.7) ? `+49 40 66969${chance.whole(100, 999)}` : '',
      place: `${chance.one(people.streets)} ${chance.whole(1, 120)}, ${postcode} ${town}`,
      kind: chance.hits(0.24) ? 'business' : 'consumer',
    }
  }

  /** Books up to the payment page; returns the booking, or undefined when the customer did not pay. */
  async function book(
    { company, customer, date, amount = amountOf(chance, company) }: Wishes,
    isPaid = true,
  ): Promise<Booking | undefined> {
    const own = browser()
    const request = {
      companyId: company.id,
      serviceTitle: `${company.category} Service`,
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      date,
      time: `${String(chance.whole(7, 17)).padStart(2, '0')}:${chance.one(['00', '00', '15', '30', '30', '45'])}`,
      location: customer.place,
      amount,
      description: chance.one(trades[company.category].jobs),
      customerKind: customer.kind,
      ...(customer.kind === 'consumer' ? { earlyStartConsent: { version: earlyStartVersion } } : {}),
    }
    const { status, body } = await own.ask('create-booking-payment', request)
    // The company has left the marketplace since it was chosen.
    if (status === 409 || status === 404) return undefined
    if (status !== 200) throw new Error(`create-booking-payment: ${status} ${JSON.stringify(body)}`)
    const { bookingId, sessionId } = await app.db
      .selectFrom('checkouts')
      .select(['bookingId', 'sessionId'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    if (!isPaid) return undefined
    if (chance.hits(0.03)) await control('pay', { session: sessionId, card: declinedCard, email: customer.email, name: customer.name })
    const paid = await control('pay', { session: sessionId, card: slowCard, email: customer.email, name: customer.name })
    await own.call('verify-payment', { sessionId, bookingId })
    const paymentId = String((paid.session as { payment_intent: string }).payment_intent)
    return { id: bookingId, sessionId: String(sessionId), paymentId, company, customer, date, amount }
  }

  const cancel = ({ id: bookingId, sessionId }: Booking) => browser().ask('cancel-own-booking', { bookingId, sessionId })

  /** The secret that the booking's mails carry. */
  const secretOf = ({ id }: Booking) =>
    app.db.transaction().execute((tx) => issueBookingToken(app, tx, { id, bookingDate: berlinDay(app.now()) }))

  const withdraw = async (booking: Booking) =>
    browser().call('declare-withdrawal', {
      name: booking.customer.name,
      contract: `${booking.company.category} bei ${booking.company.name}`,
      email: booking.customer.email,
      token: await secretOf(booking),
    })

  /** A review with the secret of the booking's mail: 'Geprüfte Buchung'. */
  const review = async (booking: Booking, words: Words = wordsFor(booking.company)) =>
    browser().ask('insert-review', { ...bodyOf(booking.company, booking.customer, words), bookingToken: await secretOf(booking) })

  /** A review without a booking, published by the link that is mailed to its author, unless it waits. */
  async function reviewUnproven(company: LiveCompany, customer: Customer, { words = wordsFor(company), isConfirmed = true } = {}) {
    const own = browser()
    const { status } = await own.ask('insert-review', bodyOf(company, customer, words))
    if (status !== 200 || !isConfirmed) return
    await stage.runJobs()
    await own.call('confirm-review', { token: letters.secretTo(customer.email) })
  }

  function wordsFor({ category }: LiveCompany): Words {
    const isContent = chance.hits(0.86)
    const [text, rest] = [chance.one(isContent ? trades[category].praise : trades[category].grumble), chance.one(people.rest)]
    return { rating: isContent ? (chance.hits(0.72) ? 5 : 4) : chance.whole(2, 3), comment: rest ? `${text} ${rest}` : text }
  }

  return { meet, book, cancel, withdraw, review, reviewUnproven, secretOf }
}

export type Words = { rating: number; comment: string }

const bodyOf = (company: LiveCompany, { name, email }: Customer, words: Words) => ({
  company_id: company.id,
  customer_name: name,
  customer_email: email,
  ...words,
})

/** Hours of the trade at the company's rate; large jobs are rare. */
function amountOf(chance: Chance, { category, rate }: LiveCompany) {
  const { rate: usual, hours } = trades[category]
  const factor = chance.hits(0.05) ? 3 : 1
  return Math.min(9_500, Math.round((rate ?? usual[0]) * chance.whole(hours[0], hours[1]) * factor))
}

/** A future day for an appointment: seldom a Sunday. */
export function appointmentAfter(chance: Chance, day: string) {
  const date = addDays(day, chance.hits(0.65) ? chance.whole(1, 9) : chance.whole(10, 32))
  const isSunday = new Date(`${date}T00:00:00Z`).getUTCDay() === 0
  return isSunday && chance.hits(0.7) ? addDays(date, 1) : date
}
