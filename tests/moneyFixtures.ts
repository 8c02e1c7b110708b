import { sql } from 'kysely'
import { expect } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { bookingRequestFor, makeCompany } from './factories.ts'
import { openPaymentFixtures } from './paymentFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Card whose money is available at once, so that it can be paid out. */
const instantCard = '4000000000000077'

/** Helpers for tests of money: an operator, payable companies, paid bookings, payouts, disputes, audits. */
export function openMoneyFixtures(testApp: TestApp) {
  const { app, visitor, sandbox, runJobs, clock } = testApp
  const payments = openPaymentFixtures(testApp)

  /** A browser signed in as operator. */
  async function operator() {
    const admin = testApp.newVisitor()
    const token = newToken(app)
    const createdAt = app.now()
    const session = {
      tokenHash: hashToken(token),
      state: 'authenticated' as const,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 7_200_000),
    }
    await app.db.insertInto('adminSessions').values(session).execute()
    admin.cookies.set('admin', token)
    return admin
  }

  /** A company with a payable account at the PSP, and no hold on its first payout. */
  async function payableCompany(fields: Parameters<typeof makeCompany>[1] = {}) {
    const company = await makeCompany(app, fields)
    const account = await app.payments.createPayoutAccount({
      companyId: company.id,
      email: company.email,
      name: company.companyName,
      idempotencyKey: `account:${company.id}`,
    })
    await sandbox.control('account', { account: account.id, state: 'enabled' })
    await app.db
      .insertInto('settings')
      .values({ key: 'firstPayoutHoldDays', value: '0', updatedAt: app.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await app.db.insertInto('payoutAccounts').values({ companyId: company.id, accountId: account.id, askedAt: app.now() }).execute()
    await app.db.updateTable('companies').set({ stripeConnectAccountId: account.id }).where('id', '=', company.id).execute()
    await app.hooks.onPayoutAccountChanged(app, account.id)
    // In the state after the mailed link and the hold.
    await sql`update payout_accounts set confirmed_target = target where company_id = ${company.id}`.execute(app.db)
    return { ...company, accountId: account.id }
  }

  /** A booking that awaits payment. */
  async function bookAt(companyId: string, fields: object = {}) {
    const request = bookingRequestFor(app, companyId, {
      customerEmail: `kundin${Math.floor(Math.random() * 1e9)}@kunde.example`,
      ...fields,
    })
    const { status } = await visitor.call('create-booking-payment', request)
    expect(status).toBe(200)
    const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    return { bookingId, sessionId: String(sessionId), customerEmail: request.customerEmail }
  }

  /** A paid booking; its money is available at once. */
  async function paidBooking(companyId: string, fields: object = {}) {
    const { bookingId, sessionId, customerEmail } = await bookAt(companyId, fields)
    await sandbox.control('pay', { session: sessionId, card: instantCard })
    expect((await visitor.call('verify-payment', { sessionId, bookingId })).body).toEqual({ paid: true })
    const { paymentId } = await app.db
      .selectFrom('checkouts')
      .select('paymentId')
      .where('bookingId', '=', bookingId)
      .executeTakeFirstOrThrow()
    return { bookingId, sessionId, paymentId: String(paymentId), customerEmail }
  }

  /** Fills the PSP balance with money that is not paid out, so that a refund before a transfer leaves enough for the transfer. */
  const fillBalance = async () => paidBooking((await makeCompany(app, { companyName: 'Ohne Bankdaten' })).id, { amount: 1_000 })

  /** A manual run over all due bookings, including future appointments. */
  async function payOut(admin: Awaited<ReturnType<typeof operator>>) {
    const answer = await admin.call('process-weekly-payouts', { trigger: 'manual', includeUpcoming: true })
    expect(answer.status).toBe(200)
    return answer.body
  }

  const dispute = async (paymentId: string, more: object = {}) =>
    String((await sandbox.control('dispute', { payment_intent: paymentId, ...more })).id)

  const event = async (object: string, objectId: string, type = object) => {
    await payments.send({ id: `evt_${Math.random()}`, type, object, objectId })
    await runJobs()
  }

  /** Names of the violated invariants; normally empty. */
  async function violations() {
    const { rows } = await sql<{ invariant: string }>`
      select distinct invariant
      from invariant_violations
      order by invariant`.execute(app.db)
    return rows.map(({ invariant }) => invariant)
  }

  /** Runs the jobs that wait for a retry. */
  const retryJobs = async () => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
    await runJobs()
  }

  /** Runs the scheduled check of reversals. */
  const reconcileReversals = async () => {
    later(2)
    await enqueue(app.db, { name: 'payouts.reconcileReversals', payload: {} })
    await runJobs()
  }

  const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))

  const readPayouts = () => app.db.selectFrom('payouts').selectAll().orderBy('id').execute()
  const readRefunds = () => app.db.selectFrom('refunds').selectAll().orderBy('id').execute()
  const readReversals = () => app.db.selectFrom('transferReversals').selectAll().orderBy('id').execute()

  return {
    ...payments,
    operator,
    payableCompany,
    bookAt,
    paidBooking,
    fillBalance,
    payOut,
    dispute,
    event,
    violations,
    retryJobs,
    later,
    reconcileReversals,
    readPayouts,
    readRefunds,
    readReversals,
  }
}
