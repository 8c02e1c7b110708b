import { sql } from 'kysely'
import { expect } from 'vitest'
import { encryptBank } from '#src/money/payouts/bank/encryptionActions.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { bookingRequestFor, makeCompany } from './factories.ts'
import type { TestApp, Visitor } from './testApp.ts'

export const payoutAdminPassword = 'Gelbe-Kanne-4'
/** Card whose money is available at once; that of other cards is pending for days. */
const cardAtOnce = '4000000000000077'

/** Helpers for tests of payouts: companies on either rail, paid bookings, runs, and checks of the money afterwards. */
export function openPayoutFixtures({ app, visitor, sandbox, runJobs, newVisitor, inbox }: TestApp) {
  const setting = (key: string, value: unknown) =>
    app.db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value), updatedAt: app.now() })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()

  async function signInAdmin() {
    const admin = newVisitor()
    await admin.call('verify-admin-code', { code: payoutAdminPassword })
    await admin.call('send-admin-2fa-code', {})
    await runJobs()
    const code = /\b\d{6}\b/.exec(inbox.mails()[0]?.text ?? '')?.[0] ?? ''
    expect((await admin.call('verify-admin-2fa-code', { code })).status).toBe(200)
    return admin
  }

  /** A company with bank details; `changedAt`: time of their last change. */
  async function companyWithBank(fields: object = {}, changedAt: Date | null = null) {
    const company = await makeCompany(app, fields)
    const details = { account_holder: 'Müller & Söhne Gebäudereinigung', bank_account: 'DE89370400440532013000', bank_code: null }
    const row = { companyId: company.id, sealed: encryptBank(app, company.id, details), changedAt, confirmedAt: app.now() }
    await app.db.insertInto('bankDetails').values(row).execute()
    return company
  }

  /** A company with a payable connected account, confirmed long ago. */
  async function companyWithAccount(fields: object = {}) {
    const company = await makeCompany(app, fields)
    const facts = { companyId: company.id, email: company.email, name: company.companyName, idempotencyKey: `test:${company.id}` }
    const { id } = await app.payments.createPayoutAccount(facts)
    await sandbox.control('account', { account: id, state: 'enabled' })
    const target = (await app.payments.findPayoutAccount(id))?.bankAccount?.fingerprint ?? ''
    const known = { accountId: id, askedAt: app.now(), canBePaid: true, detailsSubmitted: true }
    const row = { ...known, companyId: company.id, target, confirmedTarget: target }
    await app.db.insertInto('payoutAccounts').values(row).execute()
    return { ...company, accountId: id }
  }

  let customers = 0
  /** A paid booking, amount in euros; its money is available at once, except with another `card`. */
  async function paidBooking(companyId: string, amount = 138, { card = cardAtOnce, ...fields }: { card?: string } & object = {}) {
    customers += 1
    const request = bookingRequestFor(app, companyId, { customerEmail: `kunde${customers}@kunde.example`, amount, ...fields })
    const { status, body } = await visitor.call('create-booking-payment', request)
    expect([status, body.success]).toEqual([200, true])
    const found = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    const session = found.sessionId ?? ''
    await sandbox.control('pay', { session, card })
    const ids = { sessionId: session, bookingId: found.bookingId }
    expect((await visitor.call('verify-payment', ids)).body).toMatchObject({ paid: true })
    return found.bookingId
  }

  /** A manual run that includes future appointments. */
  const runAs = (admin: Visitor, body: object = {}, name = 'process-weekly-payouts') =>
    admin.call(name, { trigger: 'manual', includeUpcoming: true, ...body })
  const payouts = () => app.db.selectFrom('payouts').selectAll().orderBy('id').execute()
  const bookingOf = (id: string) => app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  async function runJob(name: string) {
    await enqueue(app.db, { name, payload: {} })
    await runJobs()
  }

  /** Sums of the ledger by account, without accounts at zero. */
  async function ledgerSums() {
    const { rows } = await sql<{ account: string; total: number }>`
      select account, sum(amount_cents) as total
      from ledger_entry
      group by account
      having sum(amount_cents) <> 0`.execute(app.db)
    return Object.fromEntries(rows.map(({ account, total }) => [account, total]))
  }

  /** Asserts the invariants by the database's views, and that no payout was sent twice. */
  async function expectInvariants() {
    const { rows } = await sql`select * from invariant_violations`.execute(app.db)
    expect(rows).toEqual([])
    const { byTransferGroup } = await sandbox.control('totals')
    const sent = Array.isArray(byTransferGroup) ? byTransferGroup : []
    expect(sent.filter((one: { count?: number }) => one.count !== 1)).toEqual([])
  }

  return {
    setting,
    signInAdmin,
    companyWithBank,
    companyWithAccount,
    paidBooking,
    runAs,
    payouts,
    bookingOf,
    runJob,
    ledgerSums,
    expectInvariants,
    totals: () => sandbox.control('totals'),
  }
}
