import { afterEach, expect, test } from 'vitest'
import { type MethodSettings, paymentMethods } from '#src/platform/kit/settingOptions.ts'
import { openMethodFixtures } from '../../../tests/methodFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { refreshMethodApprovals } from './methodActions.ts'
import { heldUntil, methodFacts, methodsChoice, methodsFor, methodsList, methodsOfOrder, offeredMethods } from './methods.ts'

const testApp = await openTestApp()
const { app, newVisitor, sandbox, runJobs, inbox } = testApp
const { offer, bookLater, payWith, checkoutOf, readBooking, ledgerSums, violations, operator, dayAhead } = openMethodFixtures(testApp)

afterEach(async () => {
  expect(await violations()).toEqual([])
})

const approved = { paypal: 'active', klarna: 'active', billie: 'active', card: 'active', sepaDebit: 'active' } as const
const all = [...paymentMethods]
const settings: MethodSettings = { paymentMethods: { direct: all, held: all, subscription: all }, methodApprovals: approved }

test('offered is what the operator chose, the kind of payment permits and the PSP has approved, in one order', () => {
  expect(offeredMethods(settings)).toEqual({
    direct: ['paypal', 'klarna', 'billie', 'card', 'sepaDebit'],
    held: ['paypal', 'klarna', 'billie', 'card'],
    subscription: methodsFor('subscription').filter((method) => method in approved),
  })
  expect(offeredMethods({ ...settings, methodApprovals: { ...approved, paypal: 'pending', klarna: 'inactive' } }).held).toEqual([
    'billie',
    'card',
  ])
  expect(offeredMethods({ ...settings, methodApprovals: {} }).direct).toEqual(['card'])
  for (const method of methodsFor('held')) expect(methodFacts[method].holdDays).toBeGreaterThan(0)
})

test('an order is offered an invoice for businesses only as a business, and slow money only if it arrives before the appointment', () => {
  const order = { kind: 'direct', isBusiness: false, daysAhead: undefined } as const
  expect(methodsOfOrder(settings, order)).toEqual(['paypal', 'klarna', 'card'])
  expect(methodsOfOrder(settings, { ...order, isBusiness: true })).toContain('billie')
  expect(methodsOfOrder(settings, { ...order, daysAhead: 14 })).not.toContain('sepaDebit')
  expect(methodsOfOrder(settings, { ...order, daysAhead: 15 })).toContain('sepaDebit')
  const onlySlow = { ...settings, paymentMethods: { ...settings.paymentMethods, direct: ['sepaDebit' as const] } }
  expect(methodsOfOrder(onlySlow, order)).toEqual(['card'])
})

test('texts name the methods', () => {
  expect(methodsList(['paypal', 'klarna', 'card'])).toBe('PayPal, Klarna, Karte, Apple Pay, Google Pay')
  expect(methodsChoice(['paypal', 'klarna', 'card'])).toBe('PayPal, Klarna, Karte, Apple Pay oder Google Pay')
  expect(methodsChoice(['paypal'])).toBe('PayPal')
})

test('an authorization ends when the PSP says, otherwise after the days of its method', () => {
  const since = new Date('2026-11-01T10:00:00Z')
  const until = new Date('2026-11-08T10:00:00Z')
  expect(heldUntil('card', { since, until })).toEqual(until)
  expect(heldUntil('paypal', { since, until: null })).toEqual(new Date('2026-11-11T10:00:00Z'))
  expect(heldUntil(null, { since, until: null })).toEqual(new Date('2026-11-05T10:00:00Z'))
})

test('until the PSP was read only cards are offered; what it has not approved is shown to the operator and never sent', async () => {
  const sent = async (fields: object = {}) => (await checkoutOf((await bookLater(fields)).bookingId)).methods
  expect(await sent()).toEqual(['card'])
  await sandbox.control('methods', { paypal: 'pending', klarna: 'inactive' })
  await offer('paypal', 'klarna', 'billie', 'card')
  expect(await sent()).toEqual(['card'])
  const admin = await operator()
  expect((await admin.call('admin-read-settings', {})).body).toMatchObject({
    payment_methods_direct: ['paypal', 'klarna', 'billie', 'card'],
    approvals: expect.arrayContaining([
      { method: 'paypal', state: 'pending' },
      { method: 'klarna', state: 'inactive' },
      { method: 'card', state: 'active' },
    ]),
  })
  await sandbox.control('methods', { paypal: 'active' })
  await refreshMethodApprovals(app)
  expect(await sent()).toEqual(['paypal', 'card'])
  expect(await sent({ customerKind: 'business' })).toEqual(['paypal', 'billie', 'card'])
})

test('the operator chooses methods; impossible ones and none at all are refused at the field, and approvals survive the change', async () => {
  await refreshMethodApprovals(app)
  const admin = await operator()
  const { body: first } = await admin.call('admin-read-settings', {})
  const save = (change: object) => admin.call('admin-update-settings', { ...first, ...change })
  expect((await save({ payment_methods_held: ['sepaDebit'] })).body.fields).toEqual({
    payment_methods_held: ['Diese Zahlungsart ist hier nicht möglich'],
  })
  expect((await save({ payment_methods_direct: [] })).body.fields).toEqual({
    payment_methods_direct: ['Bitte wählen Sie mindestens eine Zahlungsart'],
  })
  const { status, body } = await save({ payment_methods_direct: ['card', 'paypal', 'card'] })
  expect([status, body.payment_methods_direct, body.approvals]).toEqual([200, ['paypal', 'card'], first.approvals])
})

test('a booking paid with PayPal is confirmed at once, and its refund goes back to PayPal', async () => {
  await offer('paypal', 'card')
  const booked = await bookLater()
  expect((await payWith('paypal', booked)).told).toEqual({ paid: true })
  expect(await readBooking(booked.bookingId)).toMatchObject({ bookingStatus: 'confirmed', paymentStatus: 'paid', returnableUntil: null })
  expect((await checkoutOf(booked.bookingId)).method).toBe('paypal')
  expect((await ledgerSums()).psp_balance).toBe(13_800)
  const key = { sessionId: booked.sessionId, bookingId: booked.bookingId }
  expect((await newVisitor().call('get-booking', key)).body.method).toBe('paypal')
  await newVisitor().call('cancel-own-booking', { ...key, expectedRefundCents: 13_800 })
  await runJobs()
  expect((await readBooking(booked.bookingId)).paymentStatus).toBe('refunded')
  const mail = inbox.mails().find(({ subject }) => subject.startsWith('Erstattung zu Ihrer Buchung'))
  expect(mail?.text).toContain('Der Betrag geht auf Ihr PayPal-Konto zurück.')
})

test('refused by Klarna, the session stays open, and another method pays', async () => {
  await offer('klarna', 'card')
  const booked = await bookLater()
  const refused = await sandbox.control('pay', { session: booked.sessionId, method: 'klarna', refused: true })
  expect(refused.result).toBe('declined')
  const { body } = await newVisitor().call('verify-payment', { sessionId: booked.sessionId, bookingId: booked.bookingId })
  expect(body).toMatchObject({ paid: false, pay_url: expect.stringContaining(booked.sessionId) })
  expect((await payWith('klarna', booked)).told).toEqual({ paid: true })
})

test('days ahead are those of the appointment: slow money is offered for an appointment in three weeks, not in one', async () => {
  await offer('card', 'sepaDebit')
  expect((await checkoutOf((await bookLater({ date: dayAhead(21) })).bookingId)).methods).toEqual(['card', 'sepaDebit'])
  expect((await checkoutOf((await bookLater({ date: dayAhead(7) })).bookingId)).methods).toEqual(['card'])
})
