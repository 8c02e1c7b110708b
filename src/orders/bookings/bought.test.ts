import { expect, test } from 'vitest'
import { enterAs, makeCompany, makeOwner, makeService, makeUser, passCode, signInAs } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { readPdf } from '../../../tests/pdfText.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, inbox, sandbox, visitor, newVisitor, runJobs } = testApp
const { bookAt, paidBooking, operator } = openMoneyFixtures(testApp)
const hours = 'Büro reinigen, 2,5 Std. × 45,00\u00a0€'
const lines = [`${hours}: 112,50\u00a0€`, 'Anfahrt über 20 km: 19,00\u00a0€']

/** A paid booking of two and a half hours with one option. */
async function bookedHours() {
  const company = await makeCompany(app)
  const service = await makeService(app, company.id, {
    title: 'Büro reinigen',
    priceKind: 'hourly',
    priceCents: 4_500,
    options: [{ title: 'Anfahrt über 20 km', surchargeCents: 1_900 }],
  })
  const optionIds = service.options.map(({ id }) => id)
  const booking = await paidBooking(company.id, { serviceId: service.id, optionIds, quantity: 2.5, amount: 131.5 })
  // The booking keeps its items after the service is deleted.
  await app.db.deleteFrom('services').execute()
  await runJobs()
  return { company, ...booking }
}

test('purchased items are in both mails and on the customer’s page and receipt', async () => {
  const { bookingId, sessionId, customerEmail, company } = await bookedHours()
  for (const to of [customerEmail, company.email]) {
    const mail = testApp.inbox.mails().find((one) => one.to === to)
    expect(mail?.subject).toContain('Büro reinigen am ')
    for (const line of lines) expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(line.replaceAll('\u00a0', ' '))
  }
  const { body } = await visitor.call('get-booking', { bookingId, sessionId })
  expect([body.service_title, body.bought, body.agreed_with]).toEqual([
    'Büro reinigen',
    [
      { label: hours, total: 112.5 },
      { label: 'Anfahrt über 20 km', total: 19 },
    ],
    null,
  ])
  const key = { 'x-booking-session': sessionId, 'x-booking-id': bookingId }
  const file = await visitor.request('/functions/v1/booking-receipt.pdf', { headers: key })
  const text = readPdf(new Uint8Array(await file.arrayBuffer()))
    .flat()
    .map((line) => line.join('|'))
    .join('\n')
  for (const part of ['Leistung|Büro reinigen', '|112,50 €', 'Anfahrt über 20 km|19,00 €', 'Gezahlter Betrag|131,50 €']) {
    expect(text).toContain(part)
  }
})

test('the company and the operator see the items with the booking and in their files', async () => {
  const { bookingId, company } = await bookedHours()
  const owner = await makeOwner(app, company.id)
  const provider = await passCode(app, await enterAs(app, newVisitor(), owner.email))
  const admin = await operator()
  const views = [
    await provider.call('get-company-booking', { companyId: company.id, bookingId }),
    await admin.call('admin-read-booking', { bookingId }),
  ]
  for (const { body } of views) expect(body.bought.map(({ label }: { label: string }) => label)).toEqual([hours, 'Anfahrt über 20 km'])
  const files = [
    await provider.request(`/functions/v1/company-bookings.csv?companyId=${company.id}`, {}),
    await admin.request('/functions/v1/admin-bookings.csv', {}),
  ]
  for (const file of files) expect(await file.text()).toContain(`;${lines.join(' | ')};`)
})

test('the person who agreed to a total is shown to the company, but not mailed to an unconfirmed address', async () => {
  const company = await makeCompany(app)
  await makeService(app, company.id, { priceKind: 'quote', priceCents: null })
  const agreed = { amount: 480, agreedWith: 'Herrn Öztürk' }
  const { customerEmail, bookingId, sessionId } = await bookAt(company.id, agreed)
  await sandbox.control('pay', { session: sessionId })
  expect((await visitor.call('verify-payment', { sessionId, bookingId })).body).toEqual({ paid: false, requested: true })
  const textsTo = (to: string) => inbox.mails().flatMap((one) => (one.to === to ? [one.text] : []))
  await runJobs()
  const provider = await passCode(app, await enterAs(app, newVisitor(), (await makeOwner(app, company.id)).email))
  expect((await provider.call('answer-request', { companyId: company.id, bookingId, answer: 'accept' })).status).toBe(200)
  await runJobs()
  // Two mails to each side: of the request and, once it is accepted, of the confirmation.
  for (const text of textsTo(company.email)) expect(text).toContain('Herrn Öztürk')
  for (const text of textsTo(customerEmail)) expect(text).not.toContain('Herrn Öztürk')
  expect([textsTo(company.email).length, textsTo(customerEmail).length]).toEqual([2, 2])
  const { body } = await visitor.call('get-booking', { bookingId, sessionId })
  // A single item without quantity adds no line to title and total.
  expect([body.bought, body.agreed_with]).toEqual([[], 'Herrn Öztürk'])
})

test('the export of a person’s data contains the purchased items', async () => {
  const { customerEmail } = await bookedHours()
  await makeUser(app, { email: customerEmail })
  const member = await signInAs(newVisitor(), customerEmail)
  const [booking] = (await member.call('export-own-data', {})).body.bookings
  expect(booking.items).toEqual([
    { title: 'Büro reinigen', quantity: 250, unit: 'Std.', unitCents: 4_500, totalCents: 11_250 },
    { title: 'Anfahrt über 20 km', quantity: 100, unit: null, unitCents: 1_900, totalCents: 1_900 },
  ])
})
