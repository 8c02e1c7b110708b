import fc from 'fast-check'
import { expect, test } from 'vitest'
import { developmentSecrets } from '#src/platform/server/config.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openLog } from '#src/platform/server/log.ts'
import { signMail } from '../../../../sandbox/answers.ts'
import { openQuoteFixtures } from '../../../../tests/quoteFixtures.ts'
import { openRequestFixtures } from '../../../../tests/requestFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { purgeThreads } from '../retentionActions.ts'
import { type InboundMail, replyLine } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, visitor } = testApp
const { requested, payableCompany, paidBooking, ownerOf } = openRequestFixtures(testApp)
const { asked } = openQuoteFixtures(testApp)
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const lines: string[] = []
app.log = openLog('trace', { lines: { write: (line) => void lines.push(line) } })

type Handed = Partial<Omit<InboundMail, 'files'>> & { files?: { name?: string; type?: string; content: string; isInline?: boolean }[] }
const secret = developmentSecrets.MAIL_REPLY_SECRET
let serial = 0

/** Delivers a mail as the provider does and returns the status. */
async function hand(mail: Handed, as: { headers?: Record<string, string>; messageId?: string } = {}) {
  const messageId = as.messageId ?? `<${serial++}@kunde.example>`
  const sender = { name: 'From', value: 'Irgendwer <fremd@anderswo.example>' }
  const headers = [sender, { name: 'Message-ID', value: messageId }, ...(mail.headers ?? [])]
  const body = JSON.stringify({ recipients: [], returnPath: 'fremd@anderswo.example', text: '', ...mail, headers })
  const signed = { ...signMail(body, { secret, now: app.now() }), ...as.headers }
  return (await visitor.request('/webhooks/mail', { method: 'POST', body, headers: { 'content-type': 'application/json', ...signed } }))
    .status
}

/** A paid booking with a message from the customer, and the reply address that was mailed to its company. */
async function told() {
  const company = await payableCompany()
  const { bookingId, sessionId, customerEmail } = await paidBooking(company.id)
  await runJobs()
  inbox.clear()
  const owner = await ownerOf(company.id)
  const key = { sessionId, bookingId }
  await visitor.call('send-message', { key, text: 'Das Fenster klemmt.' })
  const replyTo = await mailedAddress()
  return { company, owner, key, ids: { companyId: company.id, bookingId }, customerEmail, replyTo }
}

const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))
/** Reply-To of the mail about unread messages. */
async function mailedAddress() {
  later(4)
  await enqueue(app.db, { name: 'messages.mailUnread', payload: {} })
  await runJobs()
  const [mail] = inbox.mails()
  inbox.clear()
  return mail?.replyTo ?? ''
}
const bodies = async () =>
  (await app.db.selectFrom('messages').select(['side', 'body']).orderBy('sentAt').orderBy('id').execute()).map(({ side, body }) => [
    side,
    body,
  ])
const toldOf = async () => {
  await runJobs()
  return inbox.mails().map(({ to, subject, text }) => ({ to, subject, text }))
}

test('a reply by mail is a message of the mailed party, regardless of the sender that it names', async () => {
  const { owner, customer, replyTo, key, ids } = { customer: visitor, ...(await told()) }
  expect(replyTo).toMatch(/^t-[a-z2-7]{32}@antwort\.handschlag\.example$/)
  expect(
    await hand({
      recipients: [replyTo.toUpperCase()],
      text: `Das sehen wir uns an.\n\nAm 24.11.2026 um 10:02 schrieb Handschlag <x@y.example>:\n> ${replyLine}\n> Alt`,
    }),
  ).toBe(200)
  expect(await bodies()).toEqual([
    ['customer', 'Das Fenster klemmt.'],
    ['company', 'Das sehen wir uns an.'],
  ])
  // A reply marks the mailed messages as read.
  expect((await owner.call('get-dashboard-data', { companyId: ids.companyId })).body.unread_threads).toBe(0)
  expect((await customer.call('list-messages', { key })).body.messages[0].read_at).not.toBeNull()
  // The customer replies, too, from an address that was not confirmed before.
  const own = await mailedAddress()
  expect(own).not.toBe(replyTo)
  expect(await hand({ recipients: [own], html: '<p>Danke!</p><div class="gmail_quote">Alt</div>' })).toBe(200)
  expect((await bodies()).at(-1)).toEqual(['customer', 'Danke!'])
  expect((await app.db.selectFrom('threads').select('customerConfirmedAt').executeTakeFirstOrThrow()).customerConfirmedAt).not.toBeNull()
  expect(await toldOf()).toEqual([])
})

test('a mail delivered twice is one message, also at the same time, and also without an id', async () => {
  const { replyTo } = await told()
  const mail = { recipients: [replyTo, replyTo], text: 'Einmal' }
  const messageId = '<gleich@kunde.example>'
  await Promise.all([1, 2, 3].map(() => hand(mail, { messageId })))
  await hand(mail, { messageId })
  expect((await bodies()).length).toBe(2)
  for (let turn = 0; turn < 2; turn++) await hand({ recipients: [replyTo], text: 'Ohne' }, { messageId: '' })
  expect((await bodies()).length).toBe(3)
})

test('contact data are hidden until the payment; afterwards they are not', async () => {
  const { owner, ids, key } = await requested()
  await visitor.call('send-message', { key, text: 'Geht es früher?' })
  const replyTo = await mailedAddress()
  await hand({ recipients: [replyTo], text: 'Rufen Sie an: 0171 2345678' })
  expect((await bodies()).at(-1)).toEqual(['company', 'Rufen Sie an: [Telefonnummer verborgen]'])
  await owner.call('answer-request', { ...ids, answer: 'accept' })
  await runJobs()
  await hand({ recipients: [replyTo], text: 'Jetzt: 0171 2345678' })
  expect((await bodies()).at(-1)).toEqual(['company', 'Jetzt: 0171 2345678'])
})

test('files pass the same checks; those that do not are named to the own address, and signatures are left out', async () => {
  const { replyTo, owner, ids, company } = await told()
  const logo = { name: 'logo.png', type: 'image/png', content: png, isInline: true }
  const files = [
    { name: '../Griff.png', type: 'image/png', content: png },
    { name: 'virus.pdf', type: 'application/pdf', content: Buffer.from('MZ').toString('base64') },
    { name: 'smime.p7s', type: 'application/pkcs7-signature', content: png },
    logo,
  ]
  await hand({ recipients: [replyTo], text: 'Anbei', files })
  const [, message] = (await owner.call('read-thread', ids)).body.messages
  expect(message.files.map(({ name }: { name: string }) => name)).toEqual(['Griff.png'])
  const [mail, ...more] = await toldOf()
  expect([mail?.to, mail?.subject, more]).toEqual([company.email, 'Ihre Antwort konnte nicht zugestellt werden', []])
  expect(mail?.text).toContain('aber ohne diese Dateien: virus.pdf (Ungültiger Dateityp)')
  expect(mail?.text).not.toContain('logo.png')
})

test('an undeliverable reply is reported once a day, to the known address only', async () => {
  const { replyTo, company, ids } = await told()
  await hand({ recipients: [replyTo], text: `${replyLine}\nnur Altes` })
  await runJobs()
  await hand({ recipients: [replyTo], text: 'x'.repeat(2_001) })
  expect((await toldOf()).map(({ to, text }) => [to, text.includes('stand kein Text oberhalb')])).toEqual([[company.email, true]])
  inbox.clear()
  later(25 * 60)
  await app.db.updateTable('bookings').set({ bookingDate: '2024-01-01' }).where('id', '=', ids.bookingId).execute()
  for (let turn = 0; turn < 3; turn++) await hand({ recipients: [replyTo], text: 'Noch da?' })
  const mails = await toldOf()
  expect(mails.map(({ to, text }) => [to, text.includes('In diesem Gespräch können Sie nicht mehr schreiben.')])).toEqual([
    [company.email, true],
  ])
  expect((await bodies()).length).toBe(1)
})

test('twenty an hour by mail, too', async () => {
  const { replyTo } = await told()
  const factor = app.config.LIMITS_FACTOR
  app.config.LIMITS_FACTOR = 1
  for (let at = 0; at < 25; at++) await hand({ recipients: [replyTo], text: `Nachricht ${at}` })
  app.config.LIMITS_FACTOR = factor
  expect((await bodies()).length).toBe(21)
  expect((await toldOf())[0]?.text).toContain('höchstens 20 Nachrichten in einer Stunde')
})

test('machines, strangers and old addresses are dropped without an answer', async () => {
  const { replyTo, company } = await told()
  const away = { name: 'Auto-Submitted', value: 'auto-replied' }
  expect(await hand({ recipients: [replyTo], text: 'Ich bin im Urlaub.', headers: [away] })).toBe(200)
  expect(await hand({ recipients: [replyTo], text: 'Unzustellbar', returnPath: '' })).toBe(200)
  expect(await hand({ recipients: [`t-${'a'.repeat(32)}@antwort.handschlag.example`, company.email], text: 'Geraten' })).toBe(200)
  await app.db.updateTable('companies').set({ email: 'neu@anbieter.example' }).where('id', '=', company.id).execute()
  expect(await hand({ recipients: [replyTo], text: 'Vom alten Inhaber' })).toBe(200)
  await app.db.updateTable('companies').set({ email: company.email }).where('id', '=', company.id).execute()
  await app.db.updateTable('companies').set({ archivedAt: app.now() }).where('id', '=', company.id).execute()
  expect(await hand({ recipients: [replyTo], text: 'Nach dem Ende' })).toBe(200)
  await app.db.updateTable('companies').set({ archivedAt: null }).where('id', '=', company.id).execute()
  later(61 * 24 * 60)
  expect(await hand({ recipients: [replyTo], text: 'Zu spät' })).toBe(200)
  expect([(await bodies()).length, await toldOf()]).toEqual([1, []])
  await purgeThreads(app)
  expect(await app.db.selectFrom('replyAddresses').selectAll().execute()).toEqual([])
})

test('about an offer, too, until the thread ends', async () => {
  const { token, owners, customer } = await asked(1)
  const [{ own, owner } = { own: { companyId: '', quoteId: '' }, owner: customer }] = owners
  inbox.clear()
  await customer.call('send-quote-message', { token, quoteId: own.quoteId, text: 'Wann können Sie?' })
  const replyTo = await mailedAddress()
  await hand({ recipients: [replyTo], text: 'Nächste Woche.' })
  expect((await bodies()).at(-1)).toEqual(['company', 'Nächste Woche.'])
  await customer.call('withdraw-quote-request', { token })
  await runJobs()
  inbox.clear()
  await hand({ recipients: [replyTo], text: 'Schade.' })
  expect([(await bodies()).length, (await toldOf()).map(({ subject }) => subject)]).toEqual([
    2,
    ['Ihre Antwort konnte nicht zugestellt werden'],
  ])
  expect((await owner.call('read-thread', own)).body.messages.length).toBe(2)
})

test('nothing is taken without the signature of these very bytes, made just now', async () => {
  const { replyTo } = await told()
  const mail = { recipients: [replyTo], text: 'Gefälscht' }
  const at = (shiftSeconds: number) => signMail('anderes', { secret, now: new Date(app.now().getTime() + shiftSeconds * 1_000) })
  expect(await hand(mail, { headers: at(0) })).toBe(400)
  expect(await hand(mail, { headers: { 'x-mail-signature': 'f'.repeat(64) } })).toBe(400)
  expect(await hand(mail, { headers: { 'x-mail-timestamp': '0' } })).toBe(400)
  expect(await hand(mail, { headers: { 'x-mail-signature': '' } })).toBe(400)
  const body = JSON.stringify({ ...mail, returnPath: 'a@b.example', headers: [] })
  for (const [seconds, status] of [
    [-301, 400],
    [301, 400],
    [-290, 200],
  ] as const) {
    const headers = signMail(body, { secret, now: new Date(app.now().getTime() + seconds * 1_000) })
    expect((await visitor.request('/webhooks/mail', { method: 'POST', body, headers })).status).toBe(status)
  }
  for (const broken of ['{', '[]', '{"recipients":"x"}', '['.repeat(100_000)])
    expect(
      (await visitor.request('/webhooks/mail', { method: 'POST', body: broken, headers: signMail(broken, { secret, now: app.now() }) }))
        .status,
    ).toBe(422)
  const huge = 'x'.repeat(20 * 1024 * 1024 + 1)
  expect(
    (await visitor.request('/webhooks/mail', { method: 'POST', body: huge, headers: signMail(huge, { secret, now: app.now() }) })).status,
  ).toBe(413)
  // An unauthenticated body is not read at all.
  const reads: string[] = []
  const stream = new ReadableStream({ pull: () => void reads.push('read') }, { highWaterMark: 0 })
  const stranger = { method: 'POST', body: stream, duplex: 'half' as const, headers: { 'x-mail-signature': 'x' } }
  expect([(await visitor.request('/webhooks/mail', stranger)).status, reads]).toEqual([400, []])
})

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '',
    replyLine,
    '\u0000\ud800',
    'x'.repeat(3_000),
    '> '.repeat(2_000),
    '<'.repeat(3_000),
    `<div class="gmail_quote">${'<p>'.repeat(500)}`,
    '\r\n.\r\nMAIL FROM:<a@b>\r\n',
    'Am 1.1.2026 schrieb '.repeat(200),
  ),
  fc
    .array(fc.constantFrom('<p>', '</p>', '<!--', '-->', '<style>', '<blockquote>', '&amp;', '&#0;', '"', 'Wort ', '\n'), { maxLength: 60 })
    .map((parts) => parts.join('')),
)
const files = fc.array(
  fc.record({
    name: fc.oneof(texts, fc.constantFrom('../../x.png', 'a.png', 'a.pdf', 'con.docx', '')),
    type: fc.constantFrom('image/png', 'application/pdf', 'text/html', 'message/rfc822', ''),
    content: fc.constantFrom(png, '', '####', Buffer.from('%PDF-1.7 x').toString('base64')),
    isInline: fc.boolean(),
  }),
  { maxLength: 2 },
)

test('of 1,000 hostile mails none is an error, is answered to a stranger, or writes what a message may not be', {
  timeout: 600_000,
}, async () => {
  const { replyTo, company } = await told()
  const recipients = fc.array(fc.oneof(fc.constantFrom(replyTo, `<${replyTo}>`, 'a@b.example', `"${replyTo}"@x.example`), texts), {
    maxLength: 4,
  })
  const header = fc.record({ name: fc.oneof(texts, fc.constantFrom('Message-ID', 'Reply-To', 'Auto-Submitted', 'From')), value: texts })
  const hostile = fc.record({
    recipients,
    returnPath: fc.oneof(fc.constant('opfer@anderswo.example'), texts),
    headers: fc.array(header, { maxLength: 5 }),
    text: texts,
    html: texts,
    files,
  })
  const found = new Set<number>()
  for (const mail of fc.sample(hostile, { numRuns: 1_000, seed: 19 })) found.add(await hand(mail))
  expect([...found]).toEqual([200])
  const written = await bodies()
  expect(written.length).toBeGreaterThan(50)
  for (const [side, body = ''] of written.slice(1)) {
    expect([side, body.length <= 2_000, body.includes(replyLine), body.includes('\0') || !body.isWellFormed()]).toEqual([
      'company',
      true,
      false,
      false,
    ])
  }
  expect([...new Set((await toldOf()).map(({ to }) => to))]).toEqual([company.email])
  // Logs contain neither the token of an address, nor recipients, nor message texts.
  await hand({ recipients: [replyTo], text: 'Geheimwort-4711' })
  const planted = [replyTo.slice(2, 34), company.email, secret, 'Geheimwort-4711', 'fremd@anderswo.example', 'opfer@anderswo.example']
  const seen = () => planted.filter((one) => lines.some((line) => line.includes(one)))
  expect([lines.length > 1_000, seen()]).toEqual([true, []])
  app.log.info({ planted: replyTo })
  expect(seen()).toEqual([replyTo.slice(2, 34)])
})
