import { sql } from 'kysely'
import { expect } from 'vitest'
import { convergeDispute } from '#src/money/payments/disputes/actions.ts'
import { requestRefund } from '#src/money/payments/refundActions.ts'
import { bookingRequestFor, enterAs, makeCompany, makeOwner, passCode } from './factories.ts'
import type { TestApp, Visitor } from './testApp.ts'

type Wishes = { visitor?: Visitor; attachmentIds?: string[]; description?: string }

/** Helpers for tests of the dashboard: an owner after the code, paid and refunded bookings, many bookings at once. */
export function openDashboardFixtures({ app, clock, newVisitor, runJobs, sandbox }: TestApp) {
  async function makeCompanyWithOwner() {
    const company = await makeCompany(app)
    const owner = await makeOwner(app, company.id)
    const visitor = await enterAs(app, newVisitor(), owner.email)
    // The tests move the clock; the code must stay valid.
    await app.db
      .updateTable('sessions')
      .set({ expiresAt: new Date('2030-01-01'), seenAt: new Date('2028-01-01') })
      .execute()
    await passCode(app, visitor, new Date('2028-01-01'))
    return { visitor, owner, company }
  }

  async function moveBothClocks(to: string) {
    clock.moveTo(new Date(to))
    await sandbox.control('clock', { to })
  }

  async function bookPaid(companyId: string, amount: number, { visitor = newVisitor(), ...fields }: Wishes = {}) {
    const request = bookingRequestFor(app, companyId, { amount, ...fields })
    const { status } = await visitor.call('create-booking-payment', request)
    expect(status).toBe(200)
    const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    await sandbox.control('pay', { session: sessionId, force: true })
    expect((await visitor.call('verify-payment', { bookingId, sessionId })).body).toEqual({ paid: true })
    return bookingId
  }

  async function refund(bookingId: string, amountCents: number) {
    await app.db
      .transaction()
      .execute((tx) => requestRefund(app, tx, { bookingId, amountCents, owedCents: 0, reason: 'test', actor: 'system' }))
    await runJobs()
  }

  /** The customer's bank disputes a payment and wins. */
  async function loseDispute(bookingId: string) {
    const { paymentId } = await app.db.selectFrom('checkouts').selectAll().where('bookingId', '=', bookingId).executeTakeFirstOrThrow()
    const { id } = await sandbox.control('dispute', { payment_intent: paymentId })
    await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
    await convergeDispute(app, String(id))
  }

  /** Bookings on one day each from 2027-01-02 on: even ones confirmed and paid, odd ones cancelled; the amount equals the number. */
  const insertBookings = (companyId: string, count: number) =>
    sql`
      insert into bookings (
        company_id, request_hash, service_title, customer_name, customer_email, customer_phone, location, description, booking_date,
        booking_time, amount_cents, booking_status, payment_status, commission_basis_points, vat_basis_points, fee_cents, payable_at, paid_at,
        expires_at, created_at, updated_at
      )
      select
        ${companyId}, gen_random_uuid(), 'Reinigung nach Absprache', 'Kunde ' || n, 'kunde' || n || '@kunde.example', '+49 40 1', 'Hafenweg 1', '',
        date '2027-01-01' + n, '07:30', n * 100, case when even then 'confirmed' else 'cancelled' end, case when even then 'paid' else 'failed' end,
        case when even then 300 end, case when even then 1900 end, case when even then n * 3 end, case when even then moment end,
        case when even then moment end, moment, moment, moment
      from (select n, n % 2 = 0 as even, ${app.now()}::timestamptz - interval '1 hour' + n * interval '1 microsecond' as moment from generate_series(1, ${count}::int) as n) as made`.execute(
      app.db,
    )

  return { makeCompanyWithOwner, moveBothClocks, bookPaid, refund, loseDispute, insertBookings }
}
