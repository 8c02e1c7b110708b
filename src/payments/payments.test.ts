import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bookingRequestFor, makeCompany } from '../../tests/factories.ts'
import { openWorld } from '../../tests/world.ts'

const world = await openWorld()
const { app, visitor, sandbox, runJobs, inbox, clock } = world

test('webhook only: booking, ledger and both mails once', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  await deliver(booked.sessionId)
  await runJobs()
  await expectPaidOnce(booked)
})

test('return page only: verify-payment settles', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  expect(await verify(booked)).toEqual({ paid: true })
  await runJobs()
  await expectPaidOnce(booked)
})

test('neither: reconciliation settles', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  await app.db.insertInto('settings').values({ key: 'unrelated', value: '1', updatedAt: app.now() }).execute()
  await reconcile()
  await expectPaidOnce(booked)
})

test('both at once, twenty in parallel, repeated and out of order: once', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  const event = { id: 'evt_same', type: 'checkout.session.completed', object: 'checkout.session', objectId: booked.sessionId }
  const earlier = { id: 'evt_earlier', type: 'payment_intent.succeeded', object: 'payment_intent', objectId: 'pi_x' }
  const all = Array.from({ length: 10 }, () => [send(event), verify(booked)]).flat()
  await Promise.all([...all, send(earlier), runJobs()])
  await send(event)
  await runJobs()
  await expectPaidOnce(booked)
})

test('an unpaid session is not paid, whoever asks', async () => {
  const booked = await book()
  expect(await verify(booked)).toEqual({ paid: false })
  await deliver(booked.sessionId)
  await runJobs()
  expect((await readBooking(booked.bookingId)).paymentStatus).toBe('pending')
})

test('an expired session cancels the booking and tells the customer', async () => {
  const booked = await book()
  await moveBothClocks(36)
  await reconcile()
  const booking = await readBooking(booked.bookingId)
  expect([booking.bookingStatus, booking.paymentStatus]).toEqual(['cancelled', 'failed'])
  expect(inbox.mails().map((mail) => mail.subject)).toEqual(['Ihre Buchung wurde nicht bezahlt und ist verfallen'])
})

test('money that arrives late wins when the service lies ahead', async () => {
  const booked = await book()
  await moveBothClocks(36)
  await reconcile()
  await sandbox.control('pay', { session: booked.sessionId, force: true })
  await deliver(booked.sessionId)
  await runJobs()
  const booking = await readBooking(booked.bookingId)
  expect([booking.bookingStatus, booking.paymentStatus, booking.feeCents]).toEqual(['confirmed', 'paid', 414])
})

test('money that arrives too late goes back in full', async () => {
  const booked = await book()
  await moveBothClocks(36)
  await reconcile()
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).execute()
  await sandbox.control('pay', { session: booked.sessionId, force: true })
  await deliver(booked.sessionId)
  await runJobs()
  const booking = await readBooking(booked.bookingId)
  expect([booking.bookingStatus, booking.paymentStatus, booking.refundedCents, booking.feeCents]).toEqual([
    'cancelled',
    'refunded',
    13_800,
    0,
  ])
  expect(await ledgerSums()).toEqual({})
  const totals = await sandbox.control('totals')
  expect(JSON.stringify(totals)).toContain('13800')
  expect(inbox.mails().map((mail) => mail.subject)).toContain(`Erstattung zu Ihrer Buchung ${booked.bookingId.slice(-8)}`)
})

test('a refund whose answer was lost is looked up, not repeated', async () => {
  const booked = await book()
  await moveBothClocks(36)
  await reconcile()
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).execute()
  await sandbox.control('pay', { session: booked.sessionId, force: true })
  await sandbox.control('faults', { operation: 'Refunds.create', kind: 'dropAfter', times: 9 })
  await deliver(booked.sessionId)
  await runJobs()
  await sandbox.control('clear')
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await runJobs()
  expect((await readBooking(booked.bookingId)).refundedCents).toBe(13_800)
  const refunds = await app.db.selectFrom('refunds').selectAll().execute()
  expect(refunds.map((refund) => refund.status)).toEqual(['succeeded'])
})

test('the same request while the provider is slow: one of them pays, the other waits, nothing is lost', async () => {
  await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'delay', milliseconds: 4_000, times: 1 })
  const company = await makeCompany(app)
  const request = bookingRequestFor(app, company.id)
  const answers = await Promise.all([visitor.call('create-booking-payment', request), visitor.call('create-booking-payment', request)])
  for (const { status, body } of answers) expect(status === 200 || body.code === 'bookings.stillRunning').toBe(true)
  expect((await visitor.call('create-booking-payment', request)).status).toBe(200)
  const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
  await pay(String(sessionId))
  await reconcile()
  expect((await readBooking(bookingId)).bookingStatus).toBe('confirmed')
})

test('a session that ended here but was paid there is found by reconciliation', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('checkouts').set({ status: 'failed' }).execute()
    await tx.updateTable('bookings').set({ bookingStatus: 'cancelled', paymentStatus: 'failed' }).execute()
  })
  await reconcile()
  expect((await readBooking(booked.bookingId)).paymentStatus).toBe('paid')
})

test('a session the provider does not know keeps nobody waiting and is told when its time is over', async () => {
  const lost = await book()
  const paid = await book()
  await app.db.updateTable('checkouts').set({ sessionId: 'cs_test_unknown' }).where('bookingId', '=', lost.bookingId).execute()
  await pay(paid.sessionId)
  await reconcile()
  expect((await readBooking(paid.bookingId)).paymentStatus).toBe('paid')
  await moveBothClocks(36)
  await reconcile()
  expect(await app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).execute()).toEqual([
    { kind: 'sessionMissing', reference: 'cs_test_unknown' },
  ])
})

test('late money brings the files back with the booking', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const file = await visitor.upload({ name: 'Plan.png', type: 'image/png', content: new Uint8Array(png) })
  const booked = await book({ attachmentIds: [file.body.id] })
  await moveBothClocks(36)
  await reconcile()
  await sandbox.control('pay', { session: booked.sessionId, force: true })
  await deliver(booked.sessionId)
  await runJobs()
  const { body } = await visitor.call('get-booking', { bookingId: booked.bookingId, sessionId: booked.sessionId })
  expect(body.attachments).toEqual([{ name: 'Plan.png', bytes: expect.any(Number) }])
})

test('a refund the provider refuses fails once, and the operator is told', async () => {
  const booked = await lateAndUnwelcome()
  await sandbox.control('faults', { operation: 'Refunds.create', kind: 'fail', status: 400, times: 9 })
  await deliver(booked.sessionId)
  await runJobs()
  expect(await app.db.selectFrom('refunds').select('status').execute()).toEqual([{ status: 'failed' }])
  expect(await app.db.selectFrom('reconciliationBreaks').select('kind').execute()).toEqual([{ kind: 'refundFailed' }])
  expect(inbox.mails().some((mail) => mail.to === 'admin@handschlag.example')).toBe(true)
  const { body } = await visitor.call('get-booking', { bookingId: booked.bookingId, sessionId: booked.sessionId })
  expect(body.company).toEqual({ company_name: 'Glanzwerk Altona', email: '', contact_person: '', phone: '' })
})

test('a refund takes back the tax it was charged with, whatever the rate is today', async () => {
  const booked = await lateAndUnwelcome()
  await settleWithoutJobs(booked)
  await app.db.insertInto('settings').values({ key: 'vatBasisPoints', value: '0', updatedAt: app.now() }).execute()
  await runJobs()
  expect((await readBooking(booked.bookingId)).paymentStatus).toBe('refunded')
  expect(await ledgerSums()).toEqual({})
})

test.each([
  ['amount', { amount: 100 }],
  ['currency', { currency: 'usd' }],
  ['booking', { client_reference_id: '019aa111-1111-7111-8111-111111111111' }],
])('a paid session with another %s confirms nothing and is told to the operator', async (_what, tampering) => {
  const booked = await book()
  await sandbox.control('pay', { session: booked.sessionId, ...tampering })
  expect(await verify(booked)).toEqual({ paid: false })
  await reconcile()
  const booking = await readBooking(booked.bookingId)
  expect([booking.bookingStatus, booking.paymentStatus]).toEqual(['cancelled', 'failed'])
  expect(await ledgerSums()).toEqual({})
  expect(await app.db.selectFrom('reconciliationBreaks').select('kind').execute()).toEqual([{ kind: 'amountDiffers' }])
  expect(inbox.mails().map((mail) => [mail.to, mail.subject])).toEqual([['admin@handschlag.example', 'Zahlung passt nicht zur Buchung']])
})

test('webhook replay: an old, a future-dated, a forged and an unsigned event are refused, nothing changes', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  const event = { id: 'evt_1', type: 'checkout.session.completed', object: 'checkout.session', objectId: booked.sessionId }
  const now = Math.floor(app.now().getTime() / 1000)
  const statuses = await Promise.all([
    send(event, { at: now - 301 }),
    send(event, { at: now + 301 }),
    send(event, { secret: 'whsec_wrong' }),
    send(event, { signature: '' }),
    send(event, { signature: `t=${now},t=${now + 9_999},v1=x` }),
  ])
  expect(statuses).toEqual([400, 400, 400, 400, 400])
  expect(await app.db.selectFrom('paymentEvents').select('id').execute()).toEqual([])
  expect(await send(event, { at: now - 299 })).toBe(200)
})

test('the ledger refuses what does not balance, and every change', async () => {
  const lopsided = sql`
    with head as (insert into ledger_tx (kind, reference, occurred_at) values ('x', 'y', now()) returning id)
    insert into ledger_entry (tx_id, account, amount_cents)
    select id, 'bank', 1
    from head`
  await expect(app.db.transaction().execute((tx) => lopsided.execute(tx))).rejects.toThrow(/sums to 1/)
  const empty = sql`insert into ledger_tx (kind, reference, occurred_at) values ('x', 'y', now())`
  await expect(empty.execute(app.db)).rejects.toThrow(/sums to nothing/)
  const booked = await book()
  await pay(booked.sessionId)
  await verify(booked)
  await expect(sql`update ledger_entry set amount_cents = 1`.execute(app.db)).rejects.toThrow(/append-only/)
  await expect(sql`delete from ledger_tx`.execute(app.db)).rejects.toThrow(/append-only/)
  await expect(sql`truncate ledger_entry`.execute(app.db)).rejects.toThrow(/append-only/)
  const late = sql`
    insert into ledger_entry (tx_id, account, amount_cents)
    select id, 'bank', amount from ledger_tx, (values (1), (-1)) as lines (amount)`
  await expect(late.execute(app.db)).rejects.toThrow(/is closed/)
})

async function lateAndUnwelcome() {
  const booked = await book()
  await moveBothClocks(36)
  await reconcile()
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).execute()
  await sandbox.control('pay', { session: booked.sessionId, force: true })
  return booked
}

/** As the return page does; what it enqueued has not run yet. */
const settleWithoutJobs = (booked: Booked) => verify(booked)

async function book(fields: object = {}) {
  const company = await makeCompany(app)
  const request = bookingRequestFor(app, company.id, { customerEmail: `kundin${Math.floor(Math.random() * 1e9)}@kunde.example`, ...fields })
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
  const { enqueue } = await import('#src/server/jobs.ts')
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

/** Sums of the ledger by account, accounts at zero left out. */
async function ledgerSums() {
  const { rows } = await sql<{ account: string; total: number }>`
    select account, sum(amount_cents) as total
    from ledger_entry
    group by account
    having sum(amount_cents) <> 0`.execute(app.db)
  return Object.fromEntries(rows.map(({ account, total }) => [account, total]))
}

/** 138,00 € on Basic: 3 % are 4,14 € with 66 cents VAT inside. Counted in booking, ledger, transactions and inbox. */
async function expectPaidOnce({ bookingId, customerEmail }: Booked) {
  const booking = await readBooking(bookingId)
  expect([booking.bookingStatus, booking.paymentStatus, booking.feeCents, booking.commissionBasisPoints]).toEqual([
    'confirmed',
    'paid',
    414,
    300,
  ])
  expect(await ledgerSums()).toEqual({ psp_balance: 13_800, provider_payable: -13_386, fee_revenue: -348, vat_payable: -66 })
  const transactions = await app.db.selectFrom('paymentTransactions').select(['amountCents', 'platformFeeCents', 'status']).execute()
  expect(transactions).toEqual([{ amountCents: 13_800, platformFeeCents: 414, status: 'completed' }])
  expect(
    inbox
      .mails()
      .map((mail) => mail.to)
      .sort(),
  ).toEqual(['kontakt@glanzwerk.example', customerEmail].sort())
}
