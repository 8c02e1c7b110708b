import { refreshMethodApprovals } from '#src/money/payments/methodActions.ts'
import type { PaymentMethod } from '#src/platform/kit/settingOptions.ts'
import { writeSettings } from '#src/platform/server/settings.ts'
import { bookingRequestFor } from './factories.ts'
import { openReconciliationFixtures } from './reconciliationFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of payment methods: approvals of the PSP, the operator's choice, and bookings far enough ahead for slow money. */
export function openMethodFixtures(testApp: TestApp) {
  const { app, clock, sandbox, newVisitor, runJobs } = testApp
  const fixtures = openReconciliationFixtures(testApp)

  /** Approves and offers methods for bookings, at once and held. */
  async function offer(...methods: PaymentMethod[]) {
    await refreshMethodApprovals(app)
    const held = methods.filter((method) => method !== 'sepaDebit')
    const paymentMethods = { direct: methods, held, subscription: ['card' as const] }
    await app.db.transaction().execute((tx) => writeSettings(tx, { paymentMethods }, app.now()))
  }

  /** Day this many days from now. */
  const dayAhead = (days: number) => new Date(app.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

  /** A booking in thirty days that waits for its payment. */
  async function bookLater(fields: object = {}) {
    const company = await fixtures.payableCompany()
    const customerEmail = `kundin${Math.floor(Math.random() * 1e9)}@kunde.example`
    const request = bookingRequestFor(app, company.id, { customerEmail, date: dayAhead(30), ...fields })
    const answer = await newVisitor().call('create-booking-payment', request)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    return { bookingId, sessionId: String(sessionId), customerEmail, company, request }
  }

  /** Pays with a method other than cards, and returns what the return page is told. */
  async function payWith(method: PaymentMethod, { sessionId, bookingId }: { sessionId: string; bookingId: string }) {
    const paid = await sandbox.control('pay', { session: sessionId, method: method === 'sepaDebit' ? 'sepa_debit' : method })
    const { body } = await newVisitor().call('verify-payment', { sessionId, bookingId })
    await runJobs()
    return { paid, told: body }
  }

  const checkoutOf = (bookingId: string) =>
    app.db.selectFrom('checkouts').selectAll().where('bookingId', '=', bookingId).orderBy('attempt', 'desc').executeTakeFirstOrThrow()

  /** Moves the product's clock by days; the sandbox keeps its own. */
  const daysLater = (days: number) => clock.moveTo(new Date(app.now().getTime() + days * 86_400_000))

  return { ...fixtures, offer, bookLater, payWith, checkoutOf, dayAhead, daysLater }
}
