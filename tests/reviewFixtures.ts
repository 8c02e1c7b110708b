import { issueBookingToken } from '#src/orders/bookings/links/actions.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { openMoneyFixtures } from './moneyFixtures.ts'
import type { TestApp, Visitor } from './testApp.ts'

/** Helpers for tests of reviews: write one, read the mail, issue a booking's token. */
export function openReviewFixtures(testApp: TestApp) {
  const { app, inbox, runJobs, newVisitor } = testApp
  const { paidBooking } = openMoneyFixtures(testApp)

  const words = (companyId: string, more: object = {}) => ({
    company_id: companyId,
    customer_name: 'Katrin Bergmann',
    customer_email: 'katrin@kunde.example',
    rating: 4,
    comment: 'Gründlich, aber zehn Minuten zu spät.',
    ...more,
  })
  const write = (companyId: string, more: object = {}, person: Visitor = newVisitor()) =>
    person.call('insert-review', words(companyId, more))

  /** Mails since the last call, newest first. */
  async function mails() {
    await runJobs()
    const left = inbox.mails()
    inbox.clear()
    return left
  }
  const tokenIn = (mail: { text: string } | undefined) => /\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''

  /** A paid future booking, and the token of its mails. */
  async function bookedAhead(companyId: string, customerEmail: string, more: object = {}) {
    const { bookingId } = await paidBooking(companyId, { customerEmail, ...more })
    await mails()
    const token = await app.db.transaction().execute((tx) => issueBookingToken(app, tx, { id: bookingId, bookingDate: '2026-01-01' }))
    return { bookingId, token }
  }

  /** The same for a booking whose appointment was yesterday. */
  async function bookedBy(companyId: string, customerEmail: string, more: object = {}) {
    const booked = await bookedAhead(companyId, customerEmail, more)
    await moveBookingTo(booked.bookingId, -1)
    return booked
  }

  const moveBookingTo = (bookingId: string, daysFromToday: number) =>
    app.db
      .updateTable('bookings')
      .set({ bookingDate: addDays(berlinDay(app.now()), daysFromToday) })
      .where('id', '=', bookingId)
      .execute()

  const reviews = () => app.db.selectFrom('reviews').selectAll().orderBy('createdAt').orderBy('id').execute()

  /** A company's public rating, number of reviews, and each review's stars and proof. */
  async function seen(companyId: string) {
    const visitor = newVisitor()
    const { body: cards } = await visitor.call('rpc/search_companies_safe', { search_term: '' })
    const card = cards.find(({ id }: { id: string }) => id === companyId)
    const { body: rows, headers } = await visitor.call('rpc/get_public_reviews', { company_id_param: companyId })
    const shown = rows.map((one: { rating: number; is_from_booking: boolean }) => [one.rating, one.is_from_booking])
    return { rating: card.rating, reviews: card.reviews, total: Number(headers.get('x-total-count')), shown }
  }
  return { words, write, mails, tokenIn, bookedAhead, bookedBy, moveBookingTo, reviews, seen }
}
