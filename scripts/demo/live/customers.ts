import { issueBookingToken } from '#src/orders/bookings/links/actions.ts'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { slugOf } from '#src/platform/kit/text.ts'
import type { Rng } from '../../../tests/rng.ts'
import { people } from './companies.ts'
import type { DemoApp } from './demoApp.ts'
import type { LiveCompany } from './liveCompanies.ts'
import { openPurchases } from './purchases.ts'
import { vary } from './texts.ts'
import { trades, words } from './trades.ts'

export type Customer = { name: string; email: string; phone: string; place: string; kind: 'consumer' | 'business' }
export type Booking = {
  id: string
  sessionId: string
  paymentId: string
  company: LiveCompany
  customer: Customer
  date: string
  amount: number
  /** Lower end of the estimate in euros; the amount is its ceiling until the company names its price. */
  least?: number | undefined
  /** It waits for the company's answer. */
  isRequest: boolean
  serviceId: string
  quantity: number | undefined
}
type Wishes = { company: LiveCompany; customer: Customer; date: string; isPaid?: boolean }

const slowCard = '4242424242424242'
const declinedCard = '4000000000000002'

/** Actions of customers in the history. */
export function openCustomers(demoApp: DemoApp, rng: Rng) {
  const { app, browser, control, letters } = demoApp
  const { choose, freeStart } = openPurchases(demoApp, rng)
  const said = new Set<string>()
  let count = 0

  /** A customer who lives near the company. */
  function meet(company?: LiveCompany): Customer {
    count += 1
    const name = `${rng.one([...words.first.w, ...words.first.m])} ${rng.one(words.last)}`
    const [postcode = '', ...town] = (company?.town ?? rng.one(people.towns).join(' ')).split(' ')
    return {
      name,
      email: `${slugOf(name).replace('-', '.')}.${count}@kunde.example`,
      phone: rng.hits(0.7) ? `+49 40 66969${rng.whole(100, 999)}` : '',
      place: `${rng.one(people.streets)} ${rng.whole(1, 120)}, ${postcode} ${town.join(' ')}`,
      kind: rng.hits(0.24) ? 'business' : 'consumer',
    }
  }

  /** Books a service at a free time; returns the booking, or undefined when nothing was free or the customer did not pay. */
  async function book({ company, customer, date, isPaid = true }: Wishes): Promise<Booking | undefined> {
    const purchase = await choose(company)
    const start = purchase && (await freeStart(company, { ...purchase, location: customer.place, from: date }))
    if (!purchase || !start) return undefined
    const own = browser()
    const { serviceId, quantity, optionIds, amount, least, isRequest } = purchase
    const request = {
      companyId: company.id,
      serviceId,
      ...(quantity === undefined ? {} : { quantity }),
      optionIds,
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      ...start,
      location: customer.place,
      amount,
      description: vary(rng, rng.one(trades[company.trade]?.jobs ?? [''])),
      ...consentOf(customer),
    }
    const { status, body } = await own.tryCall('create-booking-payment', request)
    // The company left the marketplace, or the time was taken, since it was chosen.
    if (status === 409 || status === 404 || status === 429) return undefined
    if (status !== 200) throw new Error(`create-booking-payment: ${status} ${JSON.stringify({ body, request })}`)
    const { bookingId, sessionId } = await newestCheckout()
    if (!isPaid) return undefined
    if (rng.hits(0.03)) await control('pay', { session: sessionId, card: declinedCard, email: customer.email, name: customer.name })
    return pay({ company, customer, date: start.date, amount, least, bookingId, sessionId, serviceId, quantity, isRequest })
  }

  type Unpaid = Omit<Booking, 'id' | 'paymentId'> & { bookingId: string }

  /** Pays an order at the PSP, as the customer's browser does. */
  async function pay({ bookingId, ...order }: Unpaid): Promise<Booking> {
    const { sessionId, customer } = order
    const paid = await control('pay', { session: sessionId, card: slowCard, email: customer.email, name: customer.name })
    await browser().call('verify-payment', { sessionId, bookingId })
    return { ...order, id: bookingId, paymentId: String((paid.session as { payment_intent: string }).payment_intent) }
  }

  async function newestCheckout() {
    const found = await app.db.selectFrom('checkouts').select(['bookingId', 'sessionId']).orderBy('id', 'desc').executeTakeFirstOrThrow()
    return { bookingId: found.bookingId, sessionId: String(found.sessionId) }
  }

  const cancel = ({ id: bookingId, sessionId }: Booking) => browser().tryCall('cancel-own-booking', { bookingId, sessionId })

  /** The secret that the booking's mails carry. */
  const secretOf = ({ id }: Booking) =>
    app.db.transaction().execute((tx) => issueBookingToken(app, tx, { id, bookingDate: berlinDay(app.now()) }))

  const withdraw = async (booking: Booking) =>
    browser().call('declare-withdrawal', {
      name: booking.customer.name,
      contract: `Buchung bei ${booking.company.name}`,
      email: booking.customer.email,
      token: await secretOf(booking),
    })

  /** A review with the secret of the booking's mail: 'Geprüfte Buchung'. */
  const review = async (booking: Booking, written: Words = wordsFor(booking.company)) =>
    browser().tryCall('insert-review', { ...bodyOf(booking.company, booking.customer, written), bookingToken: await secretOf(booking) })

  /** A review without a booking, published by the link that is mailed to its author, unless it waits. */
  async function reviewUnproven(company: LiveCompany, customer: Customer, { written = wordsFor(company), isConfirmed = true } = {}) {
    const own = browser()
    const { status } = await own.tryCall('insert-review', bodyOf(company, customer, written))
    if (status !== 200 || !isConfirmed) return
    await demoApp.runJobs()
    await own.call('confirm-review', { token: letters.secretTo(customer.email) })
  }

  /** Words that no review has yet, as long as there are some. */
  function wordsFor({ trade }: LiveCompany): Words {
    const { praise, grumble } = trades[trade] ?? { praise: generalPraise, grumble: generalPraise }
    const isContent = rng.hits(0.88)
    const rating = isContent ? (rng.hits(0.72) ? 5 : 4) : rng.whole(2, 3)
    for (let tries = 0; ; tries++) {
      const [text, rest] = [vary(rng, rng.one(isContent ? praise : grumble)), vary(rng, rng.one(people.rest))]
      const comment = rest && rng.hits(0.5) ? `${text} ${rest}` : text
      if (said.has(comment) && tries < 40) continue
      said.add(comment)
      return { rating, comment }
    }
  }

  return { meet, book, pay, newestCheckout, choose, freeStart, cancel, withdraw, review, reviewUnproven, secretOf }
}

export const consentOf = ({ kind }: Customer) => ({
  customerKind: kind,
  ...(kind === 'consumer' ? { earlyStartConsent: { version: earlyStartVersion } } : {}),
})

/** For a trade of which there are no own words. */
const generalPraise = people.rest.filter((text) => text !== '')

export type Words = { rating: number; comment: string }

const bodyOf = (company: LiveCompany, { name, email }: Customer, words: Words) => ({
  company_id: company.id,
  customer_name: name,
  customer_email: email,
  ...words,
})

/** A future day for an appointment: seldom a Sunday. */
export function appointmentAfter(rng: Rng, day: string) {
  const date = addDays(day, rng.hits(0.65) ? rng.whole(1, 9) : rng.whole(10, 32))
  const isSunday = new Date(`${date}T00:00:00Z`).getUTCDay() === 0
  return isSunday && rng.hits(0.7) ? addDays(date, 1) : date
}
