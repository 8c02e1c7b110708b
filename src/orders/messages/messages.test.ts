import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'
import { hiddenNotice } from '../bookings/masking/rules.ts'
import { purgeThreads } from './retentionActions.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, inbox, runJobs, newVisitor } = testApp
const { operator, requested, payableCompany, paidBooking, ownerOf } = openRequestFixtures(testApp)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

let address = 0
const visitor = () => newVisitor(`198.51.100.${address++ % 250}`)

/** A paid booking with its customer's key, and its company's owner, signed in. */
async function booked() {
  const company = await payableCompany()
  const { bookingId, sessionId, customerEmail } = await paidBooking(company.id)
  await runJobs()
  const token = /\/buchung\?token=([\w-]{43})/.exec(inbox.mails().find(({ to }) => to === customerEmail)?.text ?? '')?.[1] ?? ''
  inbox.clear()
  const owner = await ownerOf(company.id)
  return {
    company,
    owner,
    customer: visitor(),
    key: { sessionId, bookingId },
    mailed: { token },
    ids: { companyId: company.id, bookingId },
    customerEmail,
  }
}

const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))
const texts = (thread: { body: { messages: { side: string; text: string }[] } }) =>
  thread.body.messages.map(({ side, text }) => [side, text])

/** Runs the job that mails unread messages. */
async function mailUnread() {
  await enqueue(app.db, { name: 'messages.mailUnread', payload: {} })
  await runJobs()
  return inbox.mails()
}

const send = (who: Visitor, body: object, attempt?: string) => who.call('send-message', body, attempt ? { 'idempotency-key': attempt } : {})

test('both write about a booking, and each sees what the other has read', async () => {
  const { owner, customer, key, ids } = await booked()
  expect((await send(customer, { key, text: ' Ein Fenster klemmt. ' })).body).toEqual({ hidden: [] })
  const list = await owner.call('list-threads', { companyId: ids.companyId })
  expect(list.body.rows).toMatchObject([{ booking_id: ids.bookingId, last_text: 'Ein Fenster klemmt.', last_side: 'customer', unread: 1 }])
  expect(list.body.counts).toEqual({ all: 1, unread: 1, asked: 0, booked: 1 })
  expect((await owner.call('get-dashboard-data', { companyId: ids.companyId })).body.unread_threads).toBe(1)
  await owner.call('read-thread', ids)
  expect((await owner.call('list-threads', { companyId: ids.companyId, filter: 'unread' })).body.rows.length).toBe(1)
  await owner.call('read-thread', { ...ids, isSeen: true })
  expect((await owner.call('get-dashboard-data', { companyId: ids.companyId })).body.unread_threads).toBe(0)
  await owner.call('write-message', { ...ids, text: 'Das sehen wir uns an.' })
  const thread = await customer.call('list-messages', { key, isSeen: true })
  expect(texts(thread)).toEqual([
    ['customer', 'Ein Fenster klemmt.'],
    ['company', 'Das sehen wir uns an.'],
  ])
  expect(thread.body.messages[0].read_at).not.toBeNull()
  expect(thread.body).toMatchObject({ may_write: true, is_gated: false, has_older: false, is_reported: false })
  expect((await customer.call('list-messages', { key, most: 1 })).body).toMatchObject({ has_older: true })
})

test('before the payment contact data are hidden from both sides, and not kept; afterwards nothing is', async () => {
  const { owner, key, ids } = await requested()
  const customer = visitor()
  const written = await send(customer, { key, text: 'Rufen Sie mich an: 0171 2345678 oder katrin at web punkt de.' })
  expect(written.body).toEqual({ hidden: ['email', 'phone'] })
  const told = await owner.call('write-message', { ...ids, text: 'Lieber hier: www.glanzwerk.de' })
  expect(told.body).toEqual({ hidden: ['link'] })
  const thread = await owner.call('read-thread', ids)
  expect(texts(thread)).toEqual([
    ['customer', 'Rufen Sie mich an: [Telefonnummer verborgen] oder [E-Mail-Adresse verborgen].'],
    ['company', 'Lieber hier: [Link verborgen]'],
  ])
  expect(thread.body).toMatchObject({ is_gated: true, customer_phone: '' })
  const rows = await app.db.selectFrom('messages').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/2345678|glanzwerk\.de/)
  expect(hiddenNotice).toBe('Kontaktdaten werden nach der Buchung ausgetauscht.')
  await owner.call('answer-request', { ...ids, answer: 'accept' })
  await runJobs()
  expect((await send(customer, { key, text: 'Jetzt: 0171 2345678' })).body).toEqual({ hidden: [] })
  expect(texts(await owner.call('read-thread', ids)).at(-1)).toEqual(['customer', 'Jetzt: 0171 2345678'])
})

test('nothing is sent twice: the same attempt is one message, at the same time, too, and even when its answer was lost', async () => {
  const { customer, key } = await booked()
  const attempt = 'a'.repeat(32)
  const body = { key, text: 'Nur einmal' }
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(customer, body, attempt)))
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  await app.db.deleteFrom('idempotentRequests').execute()
  expect((await send(customer, body, attempt)).status).toBe(200)
  expect((await customer.call('list-messages', { key })).body.messages.length).toBe(1)
})

test('twenty messages an hour and party; the other side may still write', async () => {
  const { owner, customer, key, ids } = await booked()
  const statuses = []
  for (let at = 0; at < 21; at++) statuses.push((await send(customer, { key, text: `Nachricht ${at}` })).status)
  expect([statuses.slice(0, 20).every((status) => status === 200), statuses[20]]).toEqual([true, 429])
  const refused = await send(visitor(), { key, text: 'Von woanders' })
  expect([refused.status, refused.body.error]).toEqual([
    429,
    'Sie können höchstens 20 Nachrichten in einer Stunde senden. Bitte versuchen Sie es später noch einmal.',
  ])
  expect((await owner.call('write-message', { ...ids, text: 'Ich lese mit' })).status).toBe(200)
  later(61)
  expect((await send(customer, { key, text: 'Nach einer Stunde' })).status).toBe(200)
})

test('a storm of messages at once passes no limit', async () => {
  const { key, ids } = await booked()
  const storm = await Promise.all(Array.from({ length: 40 }, (_, at) => send(visitor(), { key, text: `Sturm ${at}` })))
  expect(storm.filter(({ status }) => status === 200).length).toBe(20)
  const { id } = await app.db.selectFrom('threads').select('id').where('bookingId', '=', ids.bookingId).executeTakeFirstOrThrow()
  expect((await app.db.selectFrom('messages').select('id').where('threadId', '=', id).execute()).length).toBe(20)
})

test('refuses empty and too long messages, too many files, and a file of another visitor', async () => {
  const { customer, key } = await booked()
  const empty = await send(customer, { key, text: '  ' })
  expect([empty.status, empty.body.fields]).toEqual([422, { text: ['Bitte schreiben Sie eine Nachricht oder fügen Sie eine Datei an'] }])
  const long = await send(customer, { key, text: 'x'.repeat(2_001) })
  expect(long.body.fields).toEqual({ text: ['Nachricht darf maximal 2.000 Zeichen lang sein'] })
  const id = '00000000-0000-4000-8000-000000000000'
  expect((await send(customer, { key, text: 'x', attachmentIds: Array(6).fill(id) })).body.fields).toEqual({
    attachmentIds: ['Maximal 5 Dateien erlaubt.'],
  })
  const foreign = await visitor().upload({ name: 'a.png', type: 'image/png', content: png })
  const refused = await send(customer, { key, text: 'x', attachmentIds: [foreign.body.id] })
  expect(refused.status).toBe(422)
  expect((await customer.call('list-messages', { key })).body.messages).toEqual([])
})

test('files go with a message, are read by both parties only, and outlive the sweep until the message goes', async () => {
  const { owner, customer, key, ids } = await booked()
  const file = await customer.upload({ name: 'Griff.png', type: 'image/png', content: png })
  expect((await send(customer, { key, text: '', attachmentIds: [file.body.id] })).status).toBe(200)
  const [message] = (await owner.call('read-thread', ids)).body.messages
  expect(message.files).toMatchObject([{ id: file.body.id, name: 'Griff.png' }])
  const own = (headers: Record<string, string>) =>
    customer.request(`/functions/v1/own-message-file?attachmentId=${file.body.id}`, { headers })
  const theirs = (who: Visitor, companyId: string) =>
    who.request(`/functions/v1/message-file?${new URLSearchParams({ companyId, attachmentId: file.body.id })}`, {})
  expect((await own({ 'x-booking-session': key.sessionId, 'x-booking-id': key.bookingId })).status).toBe(200)
  expect((await theirs(owner, ids.companyId)).status).toBe(200)
  const other = await booked()
  expect((await theirs(other.owner, other.ids.companyId)).status).toBe(404)
  expect((await own({ 'x-booking-session': other.key.sessionId, 'x-booking-id': other.key.bookingId })).status).toBe(404)
  // Files of messages are not listed among the booking's attachments.
  expect((await customer.call('get-booking', key)).body.attachments).toEqual([])
  later(26 * 60)
  await enqueue(app.db, { name: 'files.sweep', payload: {} })
  await runJobs()
  expect((await own({ 'x-booking-session': key.sessionId, 'x-booking-id': key.bookingId })).status).toBe(200)
  await app.db.deleteFrom('threads').where('bookingId', '=', ids.bookingId).execute()
  await enqueue(app.db, { name: 'files.sweep', payload: {} })
  await runJobs()
  expect(await app.db.selectFrom('attachments').selectAll().where('id', '=', file.body.id).execute()).toEqual([])
})

test('a picture is shown small and large to both parties only, and nothing else is shown', async () => {
  const { owner, customer, key, ids } = await booked()
  const content = Buffer.from(await sharp(png).resize(2_400, 1_200).png().toBuffer())
  const photo = await customer.upload({ name: 'Fenster.png', type: 'image/png', content })
  const plan = await customer.upload({ name: 'plan.pdf', type: 'application/pdf', content: readFileSync('e2e/grundriss.pdf') })
  expect((await send(customer, { key, text: '', attachmentIds: [photo.body.id, plan.body.id] })).status).toBe(200)
  expect((await owner.call('read-thread', ids)).body.messages).toMatchObject([{ files: [{ is_picture: true }, { is_picture: false }] }])
  const own = (view: string, by = key, attachmentId = photo.body.id) =>
    customer.request(`/functions/v1/own-message-file?${new URLSearchParams({ attachmentId, view })}`, { headers: keyHeaders(by) })
  const theirs = (who: Visitor, companyId: string) =>
    who.request(`/functions/v1/message-file?${new URLSearchParams({ companyId, attachmentId: photo.body.id, view: 'small' })}`, {})
  const sizeOf = async (answer: Response) => {
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [format, width, height]
  }
  expect([...(await sizeOf(await own('small'))), ...(await sizeOf(await own('large')))]).toEqual(['webp', 192, 144, 'webp', 1_600, 800])
  expect([(await own('huge')).status, (await own('small', key, plan.body.id)).status]).toEqual([404, 404])
  const { key: foreign, owner: stranger, ids: others } = await booked()
  const seen = [await own('small', foreign), await theirs(stranger, others.companyId), await theirs(owner, ids.companyId)]
  expect(seen.map(({ status }) => status)).toEqual([404, 404, 200])
})

test('one mail three minutes after the last unread message, never a second, none for what was read', async () => {
  const { owner, company, customer, key, ids } = await booked()
  await send(customer, { key, text: 'Erste' })
  later(2)
  await send(customer, { key, text: 'Zweite' })
  later(2)
  expect(await mailUnread()).toEqual([])
  later(1)
  const [mail, ...more] = await mailUnread()
  expect([mail?.to, more]).toEqual([company.email, []])
  expect(mail?.subject).toContain('2 neue Nachrichten zur Buchung')
  for (const part of ['Erste', 'Zweite', `/dashboard/nachrichten?buchung=${ids.bookingId}`]) expect(mail?.text).toContain(part)
  inbox.clear()
  later(10)
  expect(await mailUnread()).toEqual([])
  await send(customer, { key, text: 'Dritte' })
  await owner.call('read-thread', { ...ids, isSeen: true })
  later(4)
  expect(await mailUnread()).toEqual([])
  await send(customer, { key, text: 'Vierte' })
  later(4)
  const [next] = await mailUnread()
  expect([next?.text.includes('Vierte'), next?.text.includes('Dritte')]).toEqual([true, false])
})

test('two processes mail once', async () => {
  const { customer, key } = await booked()
  await send(customer, { key, text: 'Einmal' })
  later(4)
  const { mailUnread: run } = await import('./mailActions.ts')
  await Promise.all([run(app), run(app), run(app)])
  await runJobs()
  expect(inbox.mails().length).toBe(1)
})

test('a mail to the customer repeats texts only after a mailed link was opened', async () => {
  const { owner, customer, mailed, ids, customerEmail } = await booked()
  await owner.call('write-message', { ...ids, text: 'Bitte räumen Sie die Fensterbänke frei.' })
  later(4)
  const [first] = await mailUnread()
  expect([first?.to, first?.text.includes('Fensterbänke')]).toEqual([customerEmail, false])
  expect(first?.text).toMatch(/\/buchung\?token=[\w-]{43}/)
  inbox.clear()
  await customer.call('list-messages', { key: mailed, isSeen: true })
  await owner.call('write-message', { ...ids, text: 'Wir kommen zu zweit.' })
  later(4)
  const [second] = await mailUnread()
  expect(second?.text).toContain('Wir kommen zu zweit.')
})

test('the operator reads reported threads only, each reading is audited, and closing the report ends it', async () => {
  const { owner, customer, key, ids } = await booked()
  const admin = await operator()
  expect((await customer.call('report-messages', { key, reason: 'Beleidigung' })).status).toBe(409)
  await send(customer, { key, text: 'Geheim' })
  expect((await admin.call('admin-list-thread-reports', {})).body.rows).toEqual([])
  expect((await owner.call('report-thread', { ...ids, reason: 'Der Kunde beleidigt uns.' })).status).toBe(200)
  expect((await owner.call('report-thread', { ...ids, reason: 'Noch einmal' })).status).toBe(409)
  expect((await owner.call('read-thread', ids)).body.is_reported).toBe(true)
  await runJobs()
  expect(inbox.mails().map(({ to, text }) => [to, text.includes('Geheim')])).toEqual([[app.config.adminEmail, false]])
  const list = await admin.call('admin-list-thread-reports', { state: 'open' })
  expect([list.body.rows.length, JSON.stringify(list.body).includes('Geheim')]).toEqual([1, false])
  const reportId = list.body.rows[0].id
  for (let turn = 0; turn < 2; turn++) expect(texts(await admin.call('admin-read-thread', { reportId }))).toEqual([['customer', 'Geheim']])
  const readings = await app.db.selectFrom('auditLog').select('objectType').where('action', '=', 'messages.read').execute()
  expect(readings).toEqual([{ objectType: 'thread' }, { objectType: 'thread' }])
  expect((await admin.call('admin-close-thread-report', { reportId, outcome: 'Kein Verstoß' })).status).toBe(200)
  expect((await admin.call('admin-read-thread', { reportId })).status).toBe(409)
  expect((await admin.call('admin-close-thread-report', { reportId, outcome: 'Noch einmal' })).status).toBe(409)
})

test('a thread is closed long after the service, after a withdrawn request, and without a payment', async () => {
  const { customer, owner, key, ids } = await booked()
  await app.db.updateTable('bookings').set({ bookingDate: '2024-01-01' }).where('id', '=', ids.bookingId).execute()
  const closed = await owner.call('write-message', { ...ids, text: 'Noch da?' })
  expect([closed.status, closed.body.error]).toEqual([409, 'In diesem Gespräch können Sie nicht mehr schreiben.'])
  expect((await send(customer, { key, text: 'Noch da?' })).status).toBe(404)
  const asked = await requested()
  await send(visitor(), { key: asked.key, text: 'Geht es früher?' })
  expect((await visitor().call('withdraw-request', { key: asked.key })).status).toBe(200)
  expect((await send(visitor(), { key: asked.key, text: 'Doch?' })).status).toBe(409)
})

test('threads go after six months, those of paid bookings after six years', async () => {
  const { customer, key, ids } = await booked()
  const asked = await requested()
  await send(customer, { key, text: 'Bezahlt' })
  await send(visitor(), { key: asked.key, text: 'Angefragt' })
  const kept = async () => (await app.db.selectFrom('threads').select('bookingId').execute()).map(({ bookingId }) => bookingId)
  const moved = async (months: number) => {
    const at = new Date(app.now())
    at.setUTCMonth(at.getUTCMonth() - months)
    at.setUTCDate(at.getUTCDate() - 2)
    await app.db.updateTable('threads').set({ lastAt: at }).where('bookingId', 'in', [ids.bookingId, asked.bookingId]).execute()
    await purgeThreads(app)
  }
  await moved(5)
  expect(await kept()).toEqual(expect.arrayContaining([ids.bookingId, asked.bookingId]))
  await moved(6)
  expect([(await kept()).includes(ids.bookingId), (await kept()).includes(asked.bookingId)]).toEqual([true, false])
  await moved(72)
  expect(await kept()).not.toContain(ids.bookingId)
})
