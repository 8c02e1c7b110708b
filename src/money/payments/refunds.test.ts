import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { berlinDay, formatClock } from '#src/platform/kit/dates.ts'
import { openPaymentFixtures } from '../../../tests/paymentFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, visitor, sandbox, runJobs, inbox } = testApp
const { book, pay, verify, deliver, reconcile, moveBothClocks, lateAndUnwelcome, readBooking, ledgerSums } = openPaymentFixtures(testApp)

/** 'HH:MM' in Berlin. */
const clockTime = (at: Date) => formatClock(at).slice(0, 5)

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

test('money that arrives in time for a checkout, but not for its appointment, goes back in full', async () => {
  const soon = new Date(Date.now() + 5 * 60_000)
  const booked = await book({ date: berlinDay(soon), time: clockTime(soon) })
  await pay(booked.sessionId)
  await moveBothClocks(6)
  expect(await verify(booked)).toEqual({ paid: true })
  await runJobs()
  const booking = await readBooking(booked.bookingId)
  expect([booking.bookingStatus, booking.paymentStatus, booking.refundedCents]).toEqual(['cancelled', 'refunded', 13_800])
  expect(await ledgerSums()).toEqual({})
  const told = inbox.mails().filter((mail) => mail.to === booked.customerEmail)
  expect(told.map((mail) => mail.subject)).toEqual([`Erstattung zu Ihrer Buchung ${booked.bookingId.slice(-8)}`])
})

test('an appointment in a few minutes is confirmed when it is paid before', async () => {
  const soon = new Date(Date.now() + 5 * 60_000)
  const booked = await book({ date: berlinDay(soon), time: clockTime(soon) })
  await pay(booked.sessionId)
  await verify(booked)
  expect((await readBooking(booked.bookingId)).bookingStatus).toBe('confirmed')
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
  expect(body.attachments).toEqual([{ id: expect.any(String), name: 'Plan.png', bytes: expect.any(Number) }])
})

test('a refund the PSP refuses fails once, and the operator is notified', async () => {
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

test('a refund uses the tax rate of its payment, not the one of today', async () => {
  const booked = await lateAndUnwelcome()
  await verify(booked)
  await app.db.insertInto('settings').values({ key: 'vatBasisPoints', value: '0', updatedAt: app.now() }).execute()
  await runJobs()
  expect((await readBooking(booked.bookingId)).paymentStatus).toBe('refunded')
  expect(await ledgerSums()).toEqual({})
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
  await expect(sql`truncate ledger_entry cascade`.execute(app.db)).rejects.toThrow(/append-only/)
  const late = sql`
    insert into ledger_entry (tx_id, account, amount_cents)
    select id, 'bank', amount from ledger_tx, (values (1), (-1)) as lines (amount)`
  await expect(late.execute(app.db)).rejects.toThrow(/is closed/)
})
