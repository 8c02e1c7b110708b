import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { bookingRequestFor, makeCompany } from './factories.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of payments: book, pay at the sandbox, report the payment in every way, move both clocks, read the ledger. */
export function openPaymentFixtures({ app, visitor, sandbox, runJobs, clock }: TestApp) {
  async function lateAndUnwelcome() {
    const booked = await book()
    await moveBothClocks(36)
    await reconcile()
    await app.db.updateTable('companies').set({ suspendedAt: app.now() }).execute()
    await sandbox.control('pay', { session: booked.sessionId, force: true })
    return booked
  }

  async function book(fields: object = {}) {
    const company = await makeCompany(app)
    const request = bookingRequestFor(app, company.id, {
      customerEmail: `kundin${Math.floor(Math.random() * 1e9)}@kunde.example`,
      ...fields,
    })
    const { status, body } = await visitor.call('create-booking-payment', request)
    expect([status, body.success]).toEqual([200, true])
    const checkout = await app.db.selectFrom('checkouts').selectAll().orderBy('createdAt', 'desc').executeTakeFirstOrThrow()
    if (!checkout.sessionId) throw new Error('no session')
    return { bookingId: checkout.bookingId, sessionId: checkout.sessionId, companyId: company.id, customerEmail: request.customerEmail }
  }
  type Booked = Awaited<ReturnType<typeof book>>

  const pay = (session: string) => sandbox.control('pay', { session })
  const verify = async ({ sessionId, bookingId }: Booked) => (await visitor.call('verify-payment', { sessionId, bookingId })).body
  const readBooking = (id: string) => app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const deliver = (sessionId: string) =>
    send({ id: `evt_${Math.random()}`, type: 'checkout.session.completed', object: 'checkout.session', objectId: sessionId })

  async function reconcile() {
    await enqueue(app.db, { name: 'payments.reconcile', payload: {} })
    await runJobs()
  }

  async function moveBothClocks(minutes: number) {
    const to = new Date(Date.now() + minutes * 60_000)
    clock.moveTo(to)
    await sandbox.control('clock', { to: to.toISOString() })
  }

  type Event = { id: string; type: string; object: string; objectId: string }

  async function send(event: Event, as: { at?: number; secret?: string; signature?: string } = {}) {
    const body = JSON.stringify({
      id: event.id,
      object: 'event',
      type: event.type,
      data: { object: { id: event.objectId, object: event.object } },
    })
    const at = as.at ?? Math.floor(app.now().getTime() / 1000)
    const hash = createHmac('sha256', as.secret ?? app.config.stripe.webhookSecret)
      .update(`${at}.${body}`)
      .digest('hex')
    const headers = { 'stripe-signature': as.signature ?? `t=${at},v1=${hash}`, 'content-type': 'application/json' }
    return (await visitor.request('/webhooks/stripe', { method: 'POST', body, headers })).status
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

  return { book, pay, verify, deliver, send, reconcile, moveBothClocks, lateAndUnwelcome, readBooking, ledgerSums }
}

export type Booked = Awaited<ReturnType<ReturnType<typeof openPaymentFixtures>['book']>>
