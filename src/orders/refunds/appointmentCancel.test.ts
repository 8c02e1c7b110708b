import { afterEach, expect, test } from 'vitest'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, runJobs, newVisitor } = testApp
const fixtures = openAppointmentFixtures(testApp)
const { agreed, appointmentOf, eventsOf, mailsTo, moveBefore, operator, payOut, read, readBooking, readRefunds, ledgerSums } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await fixtures.violations()).toEqual([])
})

const cancel = (key: object, expectedRefundCents?: number) => newVisitor().call('cancel-own-booking', { ...key, expectedRefundCents })

test('in time everything comes back, and the time is free again', async () => {
  const { key, bookingId } = await agreed('ueblich')
  const shown = await read(key)
  expect([shown.appointment.refund, shown.appointment.retained, shown.cancel_refusal]).toEqual([138, 0, null])
  expect(shown.appointment.timeline).toMatch(/^Bis \w\w, 14:00 Uhr kostenlos · danach 50\u00a0% zurück$/)
  expect((await cancel(key)).status).toBe(200)
  await runJobs()
  expect([(await readBooking(bookingId)).paymentStatus, (await appointmentOf(bookingId)).status]).toEqual(['refunded', 'cancelled'])
  expect(await app.db.selectFrom('occupancies').selectAll().execute()).toEqual([])
  expect(await ledgerSums()).toEqual({})
})

test('late: the sum shown is the sum paid, another one is refused with the new sum, and the company gets what it keeps', async () => {
  const { key, bookingId, customerEmail, company } = await agreed('ueblich')
  await fixtures.fillBalance()
  await moveBefore(bookingId, 3)
  const shown = await read(key)
  expect([shown.appointment.refund, shown.appointment.retained, shown.appointment.timeline]).toEqual([69, 69, 'Jetzt 50\u00a0% zurück'])
  for (const expected of [undefined, 13_800, 6_899]) {
    const { status, body } = await cancel(key, expected)
    expect([status, body.code, body.error]).toEqual([
      409,
      'customerCancellations.refundDiffers',
      'Der Betrag hat sich geändert: Wenn Sie jetzt stornieren, bekommen Sie 69,00\u00a0€ zurück.',
    ])
  }
  expect((await cancel(key, 6_900)).status).toBe(200)
  await runJobs()
  expect((await readRefunds()).map(({ amountCents }) => amountCents)).toEqual([6_900])
  const [mail] = mailsTo(customerEmail).filter(({ subject }) => subject.startsWith('Ihre Buchung wurde storniert'))
  expect(mail?.text).toMatch(/Wir erstatten Ihnen 69,00\s€. 69,00\s€ behält der Anbieter nach seinen Stornobedingungen\./)
  expect(mail?.text).toContain('Ihnen bleibt der Nachweis, dass kein oder ein geringerer Schaden entstanden ist.')
  expect(mailsTo(company.email).some(({ text }) => /69,00\s€ bleiben nach Ihren Stornobedingungen bei Ihnen/.test(text))).toBe(true)
  expect((await read(key)).takes_place).toBe(false)
  const admin = await operator()
  await payOut(admin)
  await runJobs()
  const paid = await readBooking(bookingId)
  expect([paid.bookingStatus, paid.paymentStatus, (await appointmentOf(bookingId)).retainedCents]).toEqual([
    'cancelled',
    'completed',
    6_900,
  ])
})

test('a consumer within the withdrawal period gets a full refund under every policy', async () => {
  const { key, bookingId } = await agreed('fest', { customerKind: 'consumer', earlyStartConsent: { version: earlyStartVersion } })
  await moveBefore(bookingId, 1)
  expect((await read(key)).appointment).toMatchObject({ refund: 138, retained: 0 })
  expect((await cancel(key, 13_800)).status).toBe(200)
  await runJobs()
})

test('where the company has to agree, nothing is automatic; after the start nothing is possible any more', async () => {
  const { key, bookingId } = await agreed('kulant')
  await moveBefore(bookingId, 1)
  const sentence = 'Kostenlos stornieren konnten Sie bis 24 Stunden vor dem Termin. Bitte wenden Sie sich an Ihren Anbieter.'
  expect((await read(key)).cancel_refusal).toBe(sentence)
  expect((await cancel(key)).body.error).toBe(sentence)
  await moveBefore(bookingId, -0.5)
  const over = 'Das ist für diesen Termin nicht mehr möglich.'
  expect([(await read(key)).cancel_refusal, (await cancel(key)).body.error]).toEqual([over, over])
})

test('ten taps at once cancel once', async () => {
  const { key, bookingId } = await agreed('fest')
  await moveBefore(bookingId, 30)
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(key, 9_660)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  await runJobs()
  expect((await readRefunds()).map(({ amountCents }) => amountCents)).toEqual([9_660])
  expect(await eventsOf(bookingId)).toEqual(['customer ordered', 'system paid', 'customer cancelled'])
})
