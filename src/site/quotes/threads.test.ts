import { expect, test } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openQuoteFixtures } from '../../../tests/quoteFixtures.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, inbox, runJobs } = testApp
const { visitor, offered, asked, acceptanceOf, pay, later, linkIn, mailsTo, form } = openQuoteFixtures(testApp)
const { operator } = openRequestFixtures(testApp)

const texts = (thread: { body: { messages: { side: string; text: string }[] } }) =>
  thread.body.messages.map(({ side, text }) => [side, text])

async function two() {
  const fixture = await asked(2)
  const [first, second] = fixture.owners
  if (!first || !second) throw new Error('two companies were asked')
  return { ...fixture, first, second }
}

test('before a booking both sides write with masked contact data, and others cannot read the thread', async () => {
  const { token, first, second } = await two()
  const key = { token, quoteId: first.own.quoteId }
  expect((await visitor().call('send-quote-message', { ...key, text: 'Rufen Sie an: 0171 2345678' })).body).toEqual({ hidden: ['phone'] })
  expect((await first.owner.call('write-message', { ...first.own, text: 'Lieber: www.maler-null.de' })).body).toEqual({ hidden: ['link'] })
  const thread = await first.owner.call('read-thread', first.own)
  expect(texts(thread)).toEqual([
    ['customer', 'Rufen Sie an: [Telefonnummer verborgen]'],
    ['company', 'Lieber: [Link verborgen]'],
  ])
  expect(thread.body).toMatchObject({ customer_name: 'Katrin B.', customer_phone: '', is_gated: true, may_write: true, booking_id: null })
  expect(JSON.stringify(await app.db.selectFrom('messages').selectAll().execute())).not.toMatch(/2345678|maler-null/)
  const { body: list } = await first.owner.call('list-threads', { companyId: first.own.companyId, filter: 'asked' })
  expect(list).toMatchObject({
    rows: [{ quote_id: key.quoteId, booking_id: null, customer_name: 'Katrin B.', unread: 1 }],
    counts: { asked: 1 },
  })

  expect((await visitor().call('list-quote-messages', { ...key, quoteId: second.own.quoteId })).body.messages).toEqual([])
  expect((await visitor().call('list-quote-messages', { ...key, token: 'x'.repeat(43) })).status).toBe(404)
  expect((await second.owner.call('read-thread', { ...second.own, quoteId: key.quoteId })).status).toBe(404)
  expect((await second.owner.call('write-message', { ...second.own, quoteId: key.quoteId, text: 'Fremd' })).status).toBe(404)
  expect((await first.owner.call('read-thread', { companyId: first.own.companyId })).status).toBe(422)
})

test('what stays unread is mailed once to each side, with a link that opens it', async () => {
  const { token, customer, first } = await two()
  inbox.clear()
  await first.owner.call('write-message', { ...first.own, text: 'Welche Farbe?' })
  await customer.call('send-quote-message', { token, quoteId: first.own.quoteId, text: 'Weiß.' })
  later(0.1)
  for (let round = 0; round < 2; round++) {
    await enqueue(app.db, { name: 'messages.mailUnread', payload: {} })
    await runJobs()
  }
  const [own] = mailsTo('katrin.bergmann@kunde.example')
  expect(own?.subject).toMatch(/^1 neue Nachricht zu Ihrer Anfrage/)
  expect(own?.text).toContain('Welche Farbe?')
  const [theirs] = mailsTo(first.company.email)
  expect(theirs?.text).toContain(`/dashboard/nachrichten?anfrage=${first.own.quoteId}`)
  expect(theirs?.text).not.toContain('Bergmann')
  expect(inbox.mails().length).toBe(2)
  const opened = await visitor().call('list-quote-messages', { token: linkIn(own?.text ?? ''), quoteId: first.own.quoteId })
  expect(texts(opened).length).toBe(2)
})

test('the thread goes on with the booking, without the gate; those of the others can only be read', async () => {
  const { owners, token } = await offered(2)
  const [first, second] = owners
  if (!first || !second) throw new Error('two companies were asked')
  for (const { own } of owners) await visitor().call('send-quote-message', { token, quoteId: own.quoteId, text: 'Mit Decke?' })
  await visitor().call('accept-quote', acceptanceOf(token, first.own.quoteId))
  await pay()
  const { bookingId } = await app.db
    .selectFrom('threads')
    .select('bookingId')
    .where('quoteId', '=', first.own.quoteId)
    .executeTakeFirstOrThrow()
  const about = { companyId: first.own.companyId, bookingId }
  expect((await first.owner.call('write-message', { ...about, text: 'Ja. 040 6696915' })).body).toEqual({ hidden: [] })
  const thread = await first.owner.call('read-thread', about)
  expect(texts(thread)).toEqual([
    ['customer', 'Mit Decke?'],
    ['company', 'Ja. 040 6696915'],
  ])
  expect(thread.body.customer_name).toBe('Katrin Bergmann')
  const { body: list } = await first.owner.call('list-threads', { companyId: first.own.companyId })
  expect(list.rows).toMatchObject([{ booking_id: bookingId, customer_name: 'Katrin Bergmann' }])
  expect((await second.owner.call('write-message', { ...second.own, text: 'Schade' })).status).toBe(409)
  expect((await visitor().call('send-quote-message', { token, quoteId: second.own.quoteId, text: 'Danke' })).status).toBe(409)
  expect((await second.owner.call('read-thread', second.own)).body).toMatchObject({ may_write: false, customer_name: 'Katrin B.' })
})

test('the operator reads a thread about an offer only while it is reported', async () => {
  const { token, customer, first } = await two()
  const key = { token, quoteId: first.own.quoteId }
  expect((await customer.call('report-quote-messages', { ...key, reason: 'Leer' })).status).toBe(409)
  await first.owner.call('write-message', { ...first.own, text: 'Unverschämt' })
  expect((await customer.call('report-quote-messages', { ...key, reason: 'Beleidigung' })).status).toBe(200)
  const admin = await operator()
  const { body: list } = await admin.call('admin-list-thread-reports', { search: first.own.quoteId.slice(-8) })
  expect(list.rows).toMatchObject([{ booking_id: null, quote_id: key.quoteId, side: 'customer', company_name: first.company.companyName }])
  expect(texts(await admin.call('admin-read-thread', { reportId: list.rows[0].id }))).toEqual([['company', 'Unverschämt']])
})

test('the operator lists requests with what became of them, without what was described', async () => {
  const { owners, token } = await offered(2)
  await visitor().call('accept-quote', acceptanceOf(token, owners[1]?.own.quoteId ?? ''))
  await pay()
  await visitor().call(
    'request-quotes',
    form([owners[0]?.company.id ?? ''], { customerEmail: 'zweite@kunde.example', words: 'Dach decken' }),
  )
  const admin = await operator()
  const { body } = await admin.call('admin-list-quote-requests', { state: 'accepted', search: 'Maler 1' })
  expect(body).toMatchObject({
    total: 1,
    rows: [{ customer_name: 'Katrin Bergmann', asked: 2, offered: 2, total: 748, status: 'accepted' }],
  })
  expect(body.rows[0].booking_id).not.toBeNull()
  expect(JSON.stringify(body)).not.toContain('42 m')
  const all = await admin.call('admin-list-quote-requests', { sort: 'newest' })
  expect(all.body.rows.map((row: { title: string; status: string; asked: number }) => [row.title, row.status, row.asked])).toEqual([
    ['Dach decken', 'unconfirmed', 0],
    ['Handwerksarbeit', 'accepted', 2],
  ])
})
