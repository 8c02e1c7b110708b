import { expect, test } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { bookingRequestFor, makeCompany } from '../../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { readPdf } from '../../../../tests/pdfText.ts'
import { openTestApp, type Visitor } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor, visitor } = testApp
const { operator, bookAt, paidBooking } = openMoneyFixtures(testApp)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

const mailsTo = (address: string) => inbox.mails().filter(({ to }) => to === address)
const tokensIn = (text: string) =>
  [...text.matchAll(/\/(?:buchung|vertrag-widerrufen)\?token=([\w-]{43})/g)].map(([, token]) => token ?? '')

/** A paid booking and the token from its confirmation mail. */
async function confirmed(fields: object = {}) {
  const company = await makeCompany(app)
  const booking = await paidBooking(company.id, fields)
  await runJobs()
  const [token = ''] = tokensIn(mailsTo(booking.customerEmail)[0]?.text ?? '')
  return { ...booking, company, token }
}

const open = (person: Visitor, token: string) => person.call('get-booking', { token })

test('each mail about a booking has its own token, which opens it and is stored as a hash', async () => {
  const { bookingId, token, customerEmail } = await confirmed()
  const admin = await operator()
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  await admin.call('admin-cancel-booking', { bookingId, reason: 'Der Anbieter ist krank' })
  await runJobs()
  const mails = mailsTo(customerEmail)
  expect(mails.length).toBe(4)
  const tokens = mails.map(({ text }) => tokensIn(text))
  // Both links of one mail carry the same token.
  for (const [page, withdrawal, ...more] of tokens) expect([page, more]).toEqual([withdrawal, []])
  expect(new Set(tokens.map(([page]) => page)).size).toBe(4)
  for (const [page = ''] of tokens) expect((await open(newVisitor(), page)).body.id).toBe(bookingId)
  expect(mails[0]?.text).toContain(`Buchung ansehen:\n${app.config.publicUrl}/buchung?token=`)
  expect(mails[0]?.text).toContain('Vertrag widerrufen:')
  const rows = await app.db.selectFrom('bookingLinks').selectAll().execute()
  expect([rows.length, JSON.stringify(rows).includes(token)]).toEqual([4, false])
})

test('the page shows the company and the possible actions; a wrong, missing or foreign token opens nothing', async () => {
  const { bookingId, token } = await confirmed()
  expect((await open(visitor, token)).body).toMatchObject({
    id: bookingId,
    takes_place: true,
    is_due: false,
    cancel_refusal: null,
    refunded: 0,
    company: { phone: '+49 40 66969101' },
  })
  const unknown = await open(visitor, 'x'.repeat(43))
  expect([unknown.status, unknown.body.error]).toEqual([
    404,
    'Dieser Link ist ungültig oder abgelaufen. Fordern Sie einen neuen an, wenn Sie Ihre Buchung öffnen möchten.',
  ])
  expect((await open(visitor, '')).status).toBe(422)
  const other = await confirmed()
  expect((await open(visitor, other.token)).body.id).toBe(other.bookingId)
})

test('a link is valid until 60 days after the service date, then its row is deleted', async () => {
  const { token } = await confirmed()
  const { expiresAt } = await app.db.selectFrom('bookingLinks').select('expiresAt').executeTakeFirstOrThrow()
  clock.moveTo(new Date(expiresAt.getTime() - 60_000))
  expect((await open(visitor, token)).status).toBe(200)
  clock.moveTo(expiresAt)
  expect((await open(visitor, token)).status).toBe(404)
  await enqueue(app.db, { name: 'bookings.sweepLinks', payload: {} })
  await runJobs()
  expect(await app.db.selectFrom('bookingLinks').selectAll().execute()).toEqual([])
})

test('input of a stranger into an unpaid booking is not on its page', async () => {
  const company = await makeCompany(app)
  const typed = { customerName: 'Freier Text', description: 'Klingeln bei Meyer', location: 'Geheimer Weg 3' }
  const { bookingId, customerEmail } = await bookAt(company.id, typed)
  await (await operator()).call('admin-cancel-booking', { bookingId, reason: 'Der Anbieter ist krank' })
  await runJobs()
  const [token = ''] = tokensIn(mailsTo(customerEmail)[0]?.text ?? '')
  const { status, body } = await open(visitor, token)
  expect([status, body.takes_place, body.paid_at, body.company.email]).toEqual([200, false, null, ''])
  expect(JSON.stringify(body)).not.toMatch(/Freier Text|Klingeln|Geheimer/)
  expect((await receiptOf(visitor, { 'x-booking-token': token })).status).toBe(404)
})

test('a lost link: the same response for every visitor, a new link only for the right address', async () => {
  const { bookingId, customerEmail, token } = await confirmed()
  const number = bookingId.slice(-8)
  const unpaid = await bookAt((await makeCompany(app)).id)
  inbox.clear()
  const ask = (asked: object) => newVisitor().call('request-booking-link', asked)
  const answers = [
    await ask({ number: ` #${number.toUpperCase()} `, email: customerEmail.toUpperCase() }),
    await ask({ number, email: 'fremd@kunde.example' }),
    await ask({ number: '00000000', email: customerEmail }),
    await ask({ number: unpaid.bookingId, email: unpaid.customerEmail }),
  ]
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { success: true }])
  await runJobs()
  const [mail, ...more] = inbox.mails()
  expect([mail?.to, mail?.subject, more]).toEqual([customerEmail, `Ihr neuer Link zur Buchung ${number}`, []])
  const [fresh = ''] = tokensIn(mail?.text ?? '')
  for (const secret of [fresh, token]) expect((await open(visitor, secret)).body.id).toBe(bookingId)
  const wrong = await ask({ number: '12', email: 'katrin' })
  expect([wrong.status, wrong.body.fields]).toEqual([
    422,
    { number: ['Bitte geben Sie die acht Zeichen der Buchungsnummer ein'], email: ['Ungültige E-Mail-Adresse'] },
  ])
})

const receiptOf = (person: Visitor, headers: Record<string, string>) => person.request('/functions/v1/booking-receipt.pdf', { headers })

test('the receipt contains payment and refund, and the note that it is no invoice', async () => {
  const { bookingId, token, company } = await confirmed({ customerName: 'Şükrü Öztürk' })
  await (await operator()).call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  const answer = await receiptOf(newVisitor(), { 'x-booking-token': token })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  const number = bookingId.slice(-8)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="zahlungsbeleg-${number}.pdf"`)
  const text = readPdf(new Uint8Array(await answer.arrayBuffer()))
    .flat()
    .map((line) => line.join('|'))
    .join('\n')
  for (const part of [
    'Zahlungsbeleg',
    `Buchungsnummer|${number}`,
    // The first letter comes from another font file, so the text is split there.
    'Ş|ükrü Öztürk',
    company.companyName,
    'Gezahlter Betrag|138,00 €',
    'Erstattet|−38,00 €',
    'Verbleibender Betrag|100,00 €',
    'keine Rechnung im Sinne des § 14 UStG',
  ]) {
    expect(text).toContain(part)
  }
})

test('files and receipt need the key of this very booking, from a mail or from the return of the payment', async () => {
  const company = await makeCompany(app)
  const file = await visitor.upload({ name: 'Plan.png', type: 'image/png', content: png })
  expect(file.status).toBe(200)
  const { body } = await visitor.call('create-booking-payment', bookingRequestFor(app, company.id, { attachmentIds: [file.body.id] }))
  const sessionId = new URL(body.url).pathname.split('/').at(-1) ?? ''
  await testApp.sandbox.control('pay', { session: sessionId })
  const { bookingId } = await app.db.selectFrom('checkouts').select('bookingId').executeTakeFirstOrThrow()
  await visitor.call('verify-payment', { sessionId, bookingId })
  await runJobs()
  const [token = ''] = tokensIn(mailsTo('katrin.bergmann@kunde.example')[0]?.text ?? '')
  const other = await confirmed()
  const paths = [`/functions/v1/own-booking-attachment?attachmentId=${file.body.id}`, '/functions/v1/booking-receipt.pdf']
  const keys: [status: number, headers: Record<string, string>][] = [
    [200, { 'x-booking-token': token }],
    [200, { 'x-booking-session': sessionId, 'x-booking-id': bookingId }],
    [404, { 'x-booking-session': sessionId, 'x-booking-id': other.bookingId }],
    [404, { 'x-booking-token': 'x'.repeat(43) }],
    [404, { 'x-booking-id': bookingId }],
    [404, {}],
  ]
  for (const path of paths) {
    for (const [status, headers] of keys) expect((await newVisitor().request(path, { headers })).status).toBe(status)
  }
  const [attachment = ''] = paths
  expect((await newVisitor().request(attachment, { headers: { 'x-booking-token': other.token } })).status).toBe(404)
  const opened = await newVisitor().request(attachment, { headers: { 'x-booking-token': token } })
  expect(opened.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Plan.png")
  expect(opened.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'")
})
