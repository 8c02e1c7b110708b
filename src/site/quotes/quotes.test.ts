import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shortName } from '#src/platform/kit/text.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { enterAs, makeCalendar, makeCompany, makeUser } from '../../../tests/factories.ts'
import { customerEmail, openQuoteFixtures } from '../../../tests/quoteFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>
const testApp = await openTestApp({ LIMITS_FACTOR: '1', LOG_LEVEL: 'error' })
const { app, runJobs } = testApp
const { mailsTo, visitor, form, linkIn, asked, offerOf, offered, quoteStatuses, requestOf, keep, later, inDays } =
  openQuoteFixtures(testApp)

test('companies are asked only after the address is confirmed, and the confirmation mail repeats no typed text', async () => {
  const company = await makeCompany(app)
  const customer = visitor()
  expect((await customer.call('request-quotes', form([company.id]))).body).toEqual({ hidden: ['phone'], token: null })
  await runJobs()
  expect([mailsTo(company.email).length, await quoteStatuses()]).toEqual([0, []])
  const [mail] = mailsTo(customerEmail)
  expect(mail?.text).not.toMatch(/Wohnzimmer|Katrin|22767/)
  const token = linkIn(mail?.text ?? '')
  const read = await customer.call('get-quote-request', { token })
  expect(read.body).toMatchObject({ status: 'unconfirmed', quotes: [{ company_name: 'Glanzwerk Altona', status: null }] })
  expect(read.body.description).toBe('Wohnzimmer streichen, 42 m² Wand, 2,60 m hoch. Rückfragen: [Telefonnummer verborgen].')
  await Promise.all([1, 2, 3].map(() => customer.call('confirm-quote-request', { token })))
  await runJobs()
  expect([mailsTo(company.email).length, await quoteStatuses()]).toEqual([1, ['open']])
  const told = mailsTo(company.email)[0]?.text ?? ''
  expect(told).toMatch(/Wohnzimmer/)
  expect(told).not.toMatch(/2345678|Bergmann|kunde\.example/)
})

test('a session with the address needs no confirmation; a foreign session does', async () => {
  const company = await makeCompany(app)
  await makeUser(app, { email: customerEmail })
  const owner = await enterAs(app, visitor(), customerEmail)
  const { body } = await owner.call('request-quotes', form([company.id]))
  expect((await visitor().call('get-quote-request', { token: body.token })).body.status).toBe('open')
  expect((await owner.call('request-quotes', form([company.id], { customerEmail: 'fremd@kunde.example' }))).body.token).toBeNull()
})

test('a company that takes no bookings is not asked', async () => {
  const company = await makeCompany(app)
  await sql`
    insert into business_details (company_id, status, asked_at, bookings_stopped_at)
    values (${company.id}, 'incomplete', now(), now())`.execute(app.db)
  const answer = await visitor().call('request-quotes', form([company.id]))
  expect([answer.status, answer.body.fields]).toEqual([422, { companyIds: ['Dieser Anbieter nimmt derzeit keine Buchungen an.'] }])
})

test("at most ten open requests per address, also when two are confirmed at once; strangers cannot exhaust an address's quota", async () => {
  const company = await makeCompany(app)
  for (let at = 0; at < 2; at++) expect((await visitor().call('request-quotes', form([company.id]))).status).toBe(200)
  await runJobs()
  const tokens = mailsTo(customerEmail).map(({ text }) => linkIn(text))
  const { id: _id, attempt: _attempt, ...row } = await app.db.selectFrom('quoteRequests').selectAll().limit(1).executeTakeFirstOrThrow()
  const write = (rows: object, count: number) =>
    app.db
      .insertInto('quoteRequests')
      .values(Array.from({ length: count }, () => ({ ...row, ...rows })))
      .execute()
  await write({}, 12)
  await write({ status: 'open', confirmedAt: app.now() }, 9)
  const answers = await Promise.all(tokens.map((token) => visitor().call('confirm-quote-request', { token })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  await makeUser(app, { email: customerEmail })
  const owner = await enterAs(app, visitor(), customerEmail)
  expect((await owner.call('request-quotes', form([company.id]))).status).toBe(429)
})

test('strangers can send ten confirmation mails a day to an address in total; its owner is not limited by them', async () => {
  const company = await makeCompany(app)
  const ask = () => visitor().call('request-quotes', form([company.id]))
  for (let at = 0; at < 10; at++) {
    if (at === 5) later(2)
    expect((await ask()).status).toBe(200)
  }
  later(2)
  const refused = await ask()
  expect([refused.status, refused.body.error]).toEqual([429, expect.stringContaining('höchstens 10 solche E-Mails am Tag')])
  await makeUser(app, { email: customerEmail })
  const owner = await enterAs(app, visitor(), customerEmail)
  expect((await owner.call('request-quotes', form([company.id]))).status).toBe(200)
})

test('without companies the nearest of the trade are asked, and after 72 hours without an answer the next, if that is wanted', async () => {
  for (let at = 0; at < 7; at++)
    await makeCompany(app, { companyName: `Maler ${at}`, email: `maler${at}@anbieter.example`, category: 'Handwerk', postcode: '22767' })
  const customer = visitor()
  await customer.call('request-quotes', form([], { category: 'Handwerk', asksFurther: true }))
  await runJobs()
  await customer.call('confirm-quote-request', { token: linkIn(mailsTo(customerEmail)[0]?.text ?? '') })
  expect((await quoteStatuses()).length).toBe(5)
  later(73)
  await keep()
  await keep()
  expect(await quoteStatuses()).toEqual([...Array(5).fill('lapsed'), 'open', 'open'])
  later(73)
  await keep()
  expect([(await requestOf()).status, new Set(await quoteStatuses())]).toEqual(['lapsed', new Set(['lapsed'])])
  expect(mailsTo(customerEmail).map(({ subject }) => subject.replace(/[0-9a-f]{8}/, '…'))).toEqual([
    'Ihre Anfrage … ist beendet',
    'Wir haben weitere Anbieter gefragt: …',
    'Ihre Anfrage … ist unterwegs',
    'Bitte bestätigen Sie Ihre Anfrage',
  ])
  const nobody = await visitor().call('request-quotes', form([], { category: 'Catering' }))
  expect([nobody.status, Object.keys(nobody.body.fields)]).toEqual([422, ['companyIds']])
})

test('a quote is made once, its contact data are masked, and its customer is notified; other companies see nothing', async () => {
  const { owners, customer, token } = await asked(2)
  const [first, second] = owners
  if (!first || !second) throw new Error('two companies were asked')
  expect(
    (await second.owner.call('submit-quote', { ...offerOf(), companyId: second.own.companyId, quoteId: first.own.quoteId })).status,
  ).toBe(404)
  const answer = await first.owner.call('submit-quote', { ...first.own, ...offerOf({ text: 'Mehr auf www.maler-null.de' }) })
  expect([answer.status, answer.body]).toEqual([200, { hidden: ['link'] }])
  expect((await first.owner.call('submit-quote', { ...first.own, ...offerOf() })).status).toBe(409)
  await runJobs()
  expect(mailsTo(customerEmail).filter(({ subject }) => /^Angebot von Maler 0: 748,00\s€$/.test(subject)).length).toBe(1)
  const { body } = await customer.call('get-quote-request', { token })
  expect(body.quotes.find((one: { id: string }) => one.id === first.own.quoteId)).toMatchObject({
    status: 'offered',
    offer: { total: 748, minutes: 480, text: 'Mehr auf [Link verborgen]', slots: offerOf().slots },
  })
  const list = await second.owner.call('list-quotes', { companyId: second.own.companyId })
  expect(list.body).toMatchObject({ counts: { open: 1, offered: 0, all: 1 }, rows: [{ customer_name: 'Katrin B.', offer: null }] })
  expect(JSON.stringify(list.body)).not.toMatch(/kunde\.example|Bergmann/)
  expect((await second.owner.call('decline-quote', second.own)).status).toBe(200)
  expect((await first.owner.call('withdraw-quote', first.own)).status).toBe(200)
  await keep()
  expect((await requestOf()).status).toBe('lapsed')
})

test.each([
  ['total', { amount: 0.5 }, 'amount'],
  ['fractions of a cent', { amount: 10.001 }, 'amount'],
  ['no time', { slots: [] }, 'slots'],
  ['four times', { slots: Array(4).fill({ date: '2027-05-05', time: '08:00' }) }, 'slots'],
  ['a time that is over', { slots: [{ date: '2026-01-05', time: '08:00' }] }, 'slots'],
  ['length', { minutes: 4_801 }, 'minutes'],
  ['validity', { validDays: 15 }, 'validDays'],
])('an offer with a wrong %s is refused at its field', async (_name, fields, field) => {
  const { owners } = await asked(1)
  const answer = await owners[0]?.owner.call('submit-quote', { ...owners[0].own, ...offerOf(fields) })
  expect([answer?.status, Object.keys(answer?.body.fields)]).toEqual([422, [field]])
})

test('requests are limited by address and company, and the same attempt is one request', async () => {
  const company = await makeCompany(app)
  const attempt = { 'idempotency-key': 'a'.repeat(32) }
  const customer = visitor()
  const answers = await Promise.all([1, 2, 3].map(() => customer.call('request-quotes', form([company.id]), attempt)))
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  await app.db.deleteFrom('idempotentRequests').execute()
  await customer.call('request-quotes', form([company.id]), attempt)
  expect((await app.db.selectFrom('quoteRequests').select('id').execute()).length).toBe(1)
  const statuses = []
  for (let at = 0; at < 6; at++) statuses.push((await visitor().call('request-quotes', form([company.id]))).status)
  expect(statuses.at(-1)).toBe(429)
})

async function forget() {
  for (const name of ['quotes.forget', 'files.sweep'] as const) await enqueue(app.db, { name, payload: {} })
  await runJobs()
}

test('requests are forgotten in time, their files sooner, and they are part of the export of a person’s data', async () => {
  const customer = visitor()
  const photo = await customer.upload({ name: 'Wand.png', type: 'image/png', content: png })
  await offered(1, {}, { customer, attachmentIds: [photo.body.id] })
  const files = async () => (await app.db.selectFrom('attachments').select('name').execute()).map(({ name }) => name)
  await makeUser(app, { email: customerEmail })
  const person = { userId: '', email: customerEmail }
  expect(await app.hooks.exportPerson.quotes?.(app, person)).toMatchObject([{ companyName: 'Maler 0', totalCents: 74_800 }])
  later(24 * 9)
  await keep()
  await forget()
  expect(await files()).toEqual(['Wand.png'])
  later(24 * 82)
  await forget()
  expect([await files(), await quoteStatuses()]).toEqual([[], ['lapsed']])
  later(24 * 118)
  await forget()
  expect(await quoteStatuses()).toEqual([])
})

test('companies read a short name', () => {
  expect(['Katrin Bergmann', 'Katrin', ' Anna  Maria von Au '].map(shortName)).toEqual(['Katrin B.', 'Katrin', 'Anna A.'])
})

test('an account lists and opens the requests made with its address; other accounts do not', async () => {
  const { owners } = await offered(2)
  await makeUser(app, { email: customerEmail })
  const katrin = await enterAs(app, visitor(), customerEmail)
  const { rows } = (await katrin.call('list-own-quote-requests', {})).body
  expect(rows).toMatchObject([{ status: 'open', asked: 2, offers: 2 }])
  const { token } = (await katrin.call('open-own-quote-request', { id: rows[0].id })).body
  expect((await visitor().call('get-quote-request', { token })).body.quotes.length).toBe(2)
  const [{ owner: stranger } = { owner: visitor() }] = owners
  expect((await stranger.call('list-own-quote-requests', {})).body.rows).toEqual([])
  expect((await stranger.call('open-own-quote-request', { id: rows[0].id })).status).toBe(404)
  expect((await visitor().call('list-own-quote-requests', {})).status).toBe(401)
  // Before the confirmation a stranger may have typed the address.
  await visitor().call('request-quotes', form([owners[0]?.own.companyId ?? '']))
  const typed = await app.db.selectFrom('quoteRequests').select('id').where('confirmedAt', 'is', null).executeTakeFirstOrThrow()
  expect((await katrin.call('list-own-quote-requests', {})).body.rows.length).toBe(1)
  expect((await katrin.call('open-own-quote-request', { id: typed.id })).status).toBe(404)
})

test('a company gets free times of its own calendar, wished ones first, and may propose each of them', async () => {
  const { owners } = await asked(2, { urgency: 'days', wishedDays: [inDays(9), inDays(10)], wishedParts: ['nachmittag'] })
  const [mine, other] = owners
  if (!mine || !other) throw new Error('two companies were asked')
  const times = async (minutes: number, who = mine) =>
    (await mine.owner.call('suggest-quote-times', { ...mine.own, quoteId: who.own.quoteId, minutes })).body
  expect(await times(120)).toEqual({ slots: [] })
  await makeCalendar(app, mine.company.id)
  const { slots } = await times(120)
  expect(slots.length).toBeGreaterThan(1)
  for (const { date, time } of slots) {
    expect([inDays(9), inDays(10)]).toContain(date)
    expect(time >= '12:00' && time < '17:00').toBe(true)
  }
  // If none of the requested days is free, the next free times are returned.
  await app.db
    .updateTable('quoteRequests')
    .set({ wishedDays: [inDays(200)] })
    .execute()
  const next = (await times(240)).slots
  expect(next.length).toBe(6)
  expect((await mine.owner.call('submit-quote', { ...mine.own, ...offerOf({ minutes: 240, slots: next.slice(0, 3) }) })).status).toBe(200)
  expect(await times(120, other)).toMatchObject({ code: 'quotes.unknown' })
})

test('a company sees pictures of a request small, and nothing else as a picture', async () => {
  const customer = visitor()
  const photo = await customer.upload({ name: 'Wand.png', type: 'image/png', content: new Uint8Array(await drawn()) })
  const paper = await customer.upload({
    name: 'Plan.pdf',
    type: 'application/pdf',
    content: new Uint8Array(readFileSync('e2e/grundriss.pdf')),
  })
  const { owners } = await asked(2, { attachmentIds: [photo.body.id, paper.body.id] }, customer)
  const [mine] = owners
  if (!mine) throw new Error('somebody was asked')
  const { rows } = (await mine.owner.call('list-quotes', { companyId: mine.own.companyId })).body
  expect(rows[0].files.map(({ is_picture: isPicture }: { is_picture: boolean }) => isPicture)).toEqual([true, false])
  const look = (attachmentId: string, who = mine.owner) =>
    who.request(`/functions/v1/quote-picture?${new URLSearchParams({ companyId: mine.own.companyId, attachmentId })}`, {})
  const seen = await look(photo.body.id)
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 192, height: 144 })
  expect((await look(paper.body.id)).status).toBe(404)
  expect((await look(photo.body.id, customer)).status).toBe(401)
})

const drawn = () =>
  sharp({ create: { width: 900, height: 1_200, channels: 3, background: '#7a5' } })
    .png()
    .toBuffer()
