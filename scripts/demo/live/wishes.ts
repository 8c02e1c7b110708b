import { addDays } from '#src/platform/kit/dates.ts'
import { signInEmails } from '../demoData.ts'
import { people, shuffled } from './companies.ts'
import { type Customer, consentOf } from './customers.ts'
import type { HistoryContext } from './historyContext.ts'
import type { LiveCompany } from './liveCompanies.ts'

/** Simulates customers' quote requests, series of dates and entries of the waiting list. */
export function openWishes({ demoApp, rng, liveCompanies, customers, listed, plan, dateOf }: HistoryContext) {
  const { app, browser, letters } = demoApp

  /** Asks up to five companies of one trade and town; three of them answer with an offer, and mostly one is taken. */
  async function askForQuotes(day: number, { customer, near }: { customer?: Customer; near?: LiveCompany } = {}) {
    const asked = near ? [near, ...peersOf(near)] : shuffled(rng, chooseGroup())
    const [first] = asked
    if (!first) return
    const [title, description] = rng.one(people.quotes[first.trade] ?? [])
    const person = customer ?? customers.meet(first)
    const [postcode] = first.town.split(' ')
    const { status } = await browser().tryCall('request-quotes', {
      description,
      postcode,
      urgency: rng.one(['soon', 'month']),
      customerName: person.name,
      customerEmail: person.email,
      companyIds: asked.slice(0, 4).map(({ id }) => id),
      asksFurther: true,
    })
    if (status !== 200) return
    await demoApp.runJobs()
    const token = letters.secretTo(person.email)
    await browser().tryCall('confirm-quote-request', { token })
    await demoApp.runJobs()
    for (const company of asked.slice(0, 4))
      if (!isLeft(company, day)) plan(day, () => offer(company, { customer: person, title }), 21 * 60 + rng.whole(0, 25))
    if (rng.hits(0.6)) plan(day + 1, () => accept(person, token, first), 8 * 60 + rng.whole(0, 90))
  }

  const peersOf = (one: LiveCompany) =>
    listed.filter(({ trade, place, hasOwner, id }) => trade === one.trade && place === one.place && hasOwner && id !== one.id)

  /** Companies of one trade in one city: the largest of some groups chosen by rng. */
  function chooseGroup() {
    const owned = listed.filter(({ hasOwner, weight, trade }) => hasOwner && weight > 0 && Object.hasOwn(people.quotes, trade))
    const groups = Array.from({ length: 6 }, () => rng.one(owned)).map((one) => [one, ...peersOf(one)])
    return groups.toSorted((one, other) => other.length - one.length)[0] ?? []
  }

  async function offer(company: LiveCompany, { customer: { email }, title }: { customer: Customer; title: string }) {
    const quote = await app.db
      .selectFrom('quotes')
      .innerJoin('quoteRequests', 'quoteRequests.id', 'quotes.requestId')
      .select('quotes.id')
      .where('quotes.companyId', '=', company.id)
      .where('quoteRequests.customerEmail', '=', email)
      .where('quotes.status', '=', 'open')
      .orderBy('quotes.id', 'desc')
      .executeTakeFirst()
    if (!quote) return
    const own = await liveCompanies.enter(company.email)
    const start = await customers.freeStart(company, { minutes: 180, location: '', from: dateOfNow(6) })
    if (!start) return
    const price = Math.round((company.rate ?? 50) * rng.whole(6, 14)) * 5
    await own.tryCall('submit-quote', {
      companyId: company.id,
      quoteId: quote.id,
      title,
      text: rng.one([
        'Der Preis enthält Anfahrt, Material und Entsorgung. Vorher kommen wir gern kurz vorbei.',
        'Wir haben mit zwei Leuten gerechnet. Sollte es schneller gehen, wird es günstiger.',
        'Angebot nach Ihrer Beschreibung; bleibt der Umfang gleich, bleibt auch der Preis.',
      ]),
      amount: price,
      minutes: 180,
      slots: [start],
      validDays: 10,
    })
    await demoApp.runJobs()
  }

  const dateOfNow = (days: number) => addDays(app.now().toISOString().slice(0, 10), days)

  async function accept(customer: Customer, token: string, company: LiveCompany) {
    const { body } = await browser().tryCall('get-quote-request', { token })
    const quotes = (body.quotes ?? []) as { id: string; company_id: string; offer: { slots: { date: string; time: string }[] } | null }[]
    const quote = quotes.find((one) => one.offer)
    const slot = quote?.offer?.slots[0]
    if (!quote || !slot) return
    const taken = { token, quoteId: quote.id, ...slot, location: customer.place, customerPhone: customer.phone, ...consentOf(customer) }
    const { status } = await browser().tryCall('accept-quote', taken)
    if (status !== 200) return
    const order = await customers.newestCheckout()
    await customers.pay({
      ...order,
      company,
      customer,
      date: slot.date,
      amount: 0,
      isRequest: false,
      serviceId: '',
      quantity: undefined,
    })
  }

  /** Four to six dates, every week or every other; the company accepts, and each date is paid when it is due. */
  async function askForSeries(day: number, { customer, company }: { customer?: Customer; company?: LiveCompany } = {}) {
    const chosen = company ?? rng.one(listed.filter(({ hasOwner, isPaying }) => hasOwner && isPaying))
    const purchase = await customers.choose(chosen, { isExact: true })
    const person = customer ?? customers.meet(chosen)
    if (!purchase || purchase.amount > 400) return
    const first = await customers.freeStart(chosen, { ...purchase, location: person.place, from: dateOf(day + 8) })
    if (!first) return
    const weeks = rng.one([1, 1, 2])
    const dates = Array.from({ length: rng.whole(4, 6) }, (_, index) => ({ ...first, date: addDays(first.date, index * weeks * 7) }))
    const { earlyStartConsent: _, ...kind } = consentOf(person)
    const { status } = await browser().tryCall('request-series', {
      companyId: chosen.id,
      serviceId: purchase.serviceId,
      ...(purchase.quantity === undefined ? {} : { quantity: purchase.quantity }),
      optionIds: purchase.optionIds,
      amount: purchase.amount,
      customerName: person.name,
      customerEmail: person.email,
      customerPhone: person.phone,
      location: person.place,
      description: 'Am liebsten immer dieselbe Person.',
      weeks,
      dates,
      ...kind,
    })
    if (status !== 200) return
    await demoApp.runJobs()
    const token = letters.secretTo(person.email)
    if ((await browser().tryCall('confirm-series', { token })).status !== 200) return
    await demoApp.runJobs()
    if (!isLeft(chosen, day)) plan(day, () => acceptSeries(chosen, person, token), 21 * 60)
  }

  async function acceptSeries(company: LiveCompany, customer: Customer, token: string) {
    const series = await app.db
      .selectFrom('bookingSeries')
      .select('id')
      .where('companyId', '=', company.id)
      .where('status', '=', 'requested')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (!series) return
    const own = await liveCompanies.enter(company.email)
    await own.tryCall('answer-series', { companyId: company.id, seriesId: series.id, answer: 'accept' })
    await demoApp.runJobs()
    const { body } = await browser().tryCall('get-series', { token })
    const dates = (body.dates ?? []) as { booking_id: string | null; due_at: string; date: string }[]
    for (const { booking_id: bookingId, due_at: dueAt, date } of dates) {
      if (bookingId) plan(dayOf(dueAt.slice(0, 10)) + 1, () => payDate({ company, customer, token, bookingId, date }))
    }
  }

  type Due = { company: LiveCompany; customer: Customer; token: string; bookingId: string; date: string }

  async function payDate({ company, customer, token, bookingId, date }: Due) {
    const { earlyStartConsent } = consentOf(customer)
    const { status } = await browser().tryCall('pay-series-date', { key: { token }, bookingId, earlyStartConsent })
    if (status !== 200) return
    const { sessionId } = await app.db
      .selectFrom('checkouts')
      .select('sessionId')
      .where('bookingId', '=', bookingId)
      .executeTakeFirstOrThrow()
    const order = { bookingId, sessionId: String(sessionId), company, customer, date, amount: 0, isRequest: false }
    await customers.pay({ ...order, serviceId: '', quantity: undefined })
  }

  const dayOf = (date: string) => Math.round((Date.parse(date) - Date.parse(dateOf(0))) / 86_400_000)

  /** Adds an address to the waiting list, which is mailed when a time becomes free. */
  async function joinWaitingList(day: number, { customer, company }: { customer?: Customer; company?: LiveCompany } = {}) {
    const chosen = company ?? rng.one(listed.filter(({ weight }) => weight > 0))
    const purchase = await customers.choose(chosen, { isExact: true })
    const person = customer ?? customers.meet(chosen)
    if (!purchase) return
    const form = {
      companyId: chosen.id,
      serviceId: purchase.serviceId,
      ...(purchase.quantity === undefined ? {} : { quantity: purchase.quantity }),
      location: person.place,
      firstDay: dateOf(day + 1),
      lastDay: dateOf(day + 3),
      customerEmail: person.email,
    }
    if ((await browser().tryCall('join-waiting-list', form)).status !== 200) return
    await demoApp.runJobs()
    await browser().tryCall('confirm-waiting-entry', { token: letters.secretTo(person.email) })
  }

  /** The last days' work of the companies that users of the demo can sign in to is left for them. */
  const isLeft = ({ email }: LiveCompany, day: number) => day > -3 && signInEmails.includes(email)

  return { askForQuotes, askForSeries, joinWaitingList }
}
export type Wishes = ReturnType<typeof openWishes>
