import { expect, test } from 'vitest'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { openDocumentFixtures } from '../../../../tests/documentFixtures.ts'
import { enterAs, makeOwner, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { verifyDocuments } from '../files/verifyActions.ts'
import { issueCustomers } from './actions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs } = testApp
const { makeMandated, paid, listed } = openDocumentFixtures(testApp)
const at = (day: string, time = '18:00') => clock.moveTo(berlinInstant(day, time))

test('a failed document is reported to the operator and does not block the others', async () => {
  const firm = await makeMandated()
  const first = await paid(firm.id, { amountCents: 13_800, on: '2026-11-19' })
  const second = await paid(firm.id, { amountCents: 9_900, on: '2026-11-20' })
  await app.db
    .insertInto('invoiceDrafts')
    .values({ bookingId: first.id, companyId: firm.id, lines: JSON.stringify({}), editedAt: app.now() })
    .execute()
  at('2026-11-21')
  await issueCustomers(app)
  expect((await listed()).map(({ bookingId }) => bookingId)).toEqual([second.id])
  const noted = await app.db.selectFrom('documentFaults').select(['subject', 'rules']).execute()
  expect(noted).toEqual([{ subject: `booking ${first.id}`, rules: ['broken'] }])
})

test("the company's own invoice replaces the operator's, within 14 days of the service", async () => {
  const firm = await makeMandated()
  const { email } = await makeOwner(app, firm.id)
  const enter = async () => passCode(app, await enterAs(app, testApp.newVisitor(), email))
  at('2026-11-20', '12:00')
  const [booking, late] = [
    await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' }),
    await paid(firm.id, { amountCents: 9_900, on: '2026-11-02' }),
  ]
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const send = async (bookingId: string, type = 'image/png') =>
    (
      await (
        await enter()
      ).request(`/storage/v1/object/own-invoices/${firm.id}/${bookingId}`, {
        method: 'POST',
        body: new Uint8Array(png),
        headers: { 'content-type': type, 'x-file-name': 'Rechnung.png' },
      })
    ).status
  expect(await send(late.id)).toBe(409)
  // The type is detected from the bytes, not taken from the browser's header.
  expect(await send(booking.id, 'application/pdf')).toBe(200)
  at('2026-11-21')
  // The run of each minute covers the last days only, the hourly run all bookings.
  await issueCustomers(app)
  expect(await listed()).toEqual([])
  await issueCustomers(app, { isWhole: true })
  expect((await listed()).map(({ bookingId }) => bookingId)).toEqual([late.id])
  await runJobs()
  const mail = inbox.mails().find(({ subject }) => subject === 'Rechnung von Glanzwerk Altona')
  const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const { body } = await testApp.newVisitor().call('list-own-documents', { key: { token } })
  expect(body).toMatchObject({ documents: [], files: [{ name: 'Rechnung.png' }], is_billing_open: false })
  const file = await testApp
    .newVisitor()
    .request(`/functions/v1/own-invoice-file?fileId=${body.files[0].id}`, { headers: { 'x-booking-token': token } })
  expect(file.status).toBe(200)
  expect(await send(late.id)).toBe(409)
})

test('what was forgotten for a day is issued at night, and what cannot be issued is reported', async () => {
  const firm = await makeMandated()
  const broken = await paid(firm.id, { amountCents: 13_800, on: '2026-11-20' })
  const forgotten = await paid(firm.id, { amountCents: 9_900, on: '2026-11-20' })
  await app.db
    .insertInto('invoiceDrafts')
    .values({ bookingId: broken.id, companyId: firm.id, lines: JSON.stringify({}), editedAt: app.now() })
    .execute()
  const breaks = async () =>
    (await app.db.selectFrom('reconciliationBreaks').select('reference').where('kind', '=', 'documentFault').execute()).map(
      ({ reference }) => reference,
    )
  at('2026-11-22', '17:00')
  await verifyDocuments(app)
  expect(await breaks()).toEqual([])
  at('2026-11-22', '18:00')
  await verifyDocuments(app)
  expect(await breaks()).toEqual([`booking ${broken.id}`])
  expect((await listed()).map(({ bookingId }) => bookingId)).toEqual([forgotten.id])
})
