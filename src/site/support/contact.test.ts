import { expect, test } from 'vitest'
import { enterAsOperator } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, inbox, newVisitor } = testApp

let address = 0
const somebody = () => {
  address += 1
  return newVisitor(`198.51.100.${address}`)
}
const minutesAgo = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000).toISOString()
const letter = (more: object = {}) => ({
  name: 'Katrin Bergmann',
  email: 'Katrin.Bergmann@kunde.example',
  topic: 'payment',
  message: 'Guten Tag,\nwann kommt die Erstattung zu Buchung 4f3a91bc?',
  blank: '',
  openedAt: minutesAgo(1),
  ...more,
})
const kept = () => app.db.selectFrom('contactMessages').selectAll().orderBy('id').execute()

test('a message is kept and mailed to the operator, whose answer goes to its sender', async () => {
  const { status, body } = await somebody().call('send-contact-message', letter())
  expect([status, body]).toEqual([200, { success: true, message: 'Wir antworten Ihnen innerhalb von 24 Stunden per E-Mail.' }])
  await testApp.runJobs()
  const [mail, ...others] = inbox.mails()
  expect(others).toEqual([])
  expect([mail?.to, mail?.subject]).toEqual([
    app.config.operator.email,
    expect.stringMatching(/^Kontaktformular: Zahlung oder Erstattung \([\da-f]{8}\)$/),
  ])
  expect(mail?.headers).toMatch(/^Reply-To: katrin\.bergmann@kunde\.example$/im)
  expect(mail?.text).toContain('wann kommt die Erstattung zu Buchung 4f3a91bc?')
  expect(await kept()).toMatchObject([{ email: 'katrin.bergmann@kunde.example', topic: 'payment', isSuspect: false, doneAt: null }])
})

test('errors are reported at their fields, and nothing is stored', async () => {
  const { status, body } = await somebody().call('send-contact-message', { name: 'K', email: 'katrin@', topic: '', message: 'Hallo' })
  expect([status, body.fields]).toEqual([
    422,
    {
      name: ['Name muss zwischen 2 und 100 Zeichen lang sein'],
      email: ['Ungültige E-Mail-Adresse'],
      topic: ['Bitte wählen Sie ein Thema'],
      message: ['Nachricht muss zwischen 10 und 3.000 Zeichen lang sein'],
    },
  ])
  expect(await kept()).toEqual([])
})

test('a name of several lines stays one line of the mail', async () => {
  await somebody().call('send-contact-message', letter({ name: 'Katrin\r\nBcc: alle@kunde.example' }))
  await testApp.runJobs()
  const [mail] = inbox.mails()
  expect(mail?.headers).not.toMatch(/^Bcc:/im)
  expect(mail?.text).toContain('Name: Katrin Bcc: alle@kunde.example')
})

test.each([
  ['fills in what people do not see', () => ({ blank: 'https://spam.example' })],
  ['is quicker than anybody reads', () => ({ openedAt: minutesAgo(0.01) })],
  ['says nothing of when the form was handed out', () => ({ openedAt: '' })],
  ['comes from the future', () => ({ openedAt: minutesAgo(-60) })],
])('a program that %s: answered alike, kept, nobody is mailed', async (_habit, habit) => {
  const { status, body } = await somebody().call('send-contact-message', letter(habit()))
  expect([status, body.success]).toEqual([200, true])
  await testApp.runJobs()
  expect(inbox.mails()).toEqual([])
  expect(await kept()).toMatchObject([{ isSuspect: true }])
})

test('five an hour from one address, then 429, and again after the hour', async () => {
  const person = somebody()
  const send = async () => (await person.call('send-contact-message', letter())).status
  expect([await send(), await send(), await send(), await send(), await send(), await send()]).toEqual([200, 200, 200, 200, 200, 429])
  const { body } = await person.call('send-contact-message', letter())
  expect(body.error).toBe('Zu viele Anfragen. Bitte versuchen Sie es später erneut.')
  clock.moveTo(new Date(app.now().getTime() + 3_601_000))
  expect(await send()).toBe(200)
})

test('ten times at once with one key: one message, one mail', async () => {
  const [person, message, headers] = [somebody(), letter(), { 'idempotency-key': 'k'.repeat(32) }]
  // The first response sets the cookie to which the idempotency key belongs.
  await person.call('get-claim-offer', {})
  const answers = await Promise.all(Array.from({ length: 10 }, () => person.call('send-contact-message', message, headers)))
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect((await person.call('send-contact-message', message, headers)).status).toBe(200)
  await testApp.runJobs()
  expect([(await kept()).length, inbox.mails().length]).toEqual([1, 1])
})

test('a plain form without JavaScript leads back to the page', async () => {
  const answer = await somebody().request('/functions/v1/send-contact-message', {
    method: 'POST',
    body: new URLSearchParams(letter()).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/support?gesendet=1#kontakt'])
  expect((await kept()).length).toBe(1)
})

test('the operator finds messages, puts them away and takes them up again, each with a row in the audit log', async () => {
  const admin = await enterAsOperator(app, newVisitor())
  await somebody().call('send-contact-message', letter())
  await somebody().call('send-contact-message', letter({ name: 'Jonas Graf', topic: 'other', blank: 'x' }))
  const list = async (asked: object) => {
    const { body } = await admin.call('admin-list-contact-messages', asked)
    return [body.total, body.rows.map(({ name }: { name: string }) => name)]
  }
  expect(await list({})).toEqual([2, ['Jonas Graf', 'Katrin Bergmann']])
  expect(await list({ sort: 'oldest', pageSize: 1 })).toEqual([2, ['Katrin Bergmann']])
  expect(await list({ state: 'open' })).toEqual([1, ['Katrin Bergmann']])
  expect(await list({ state: 'suspect' })).toEqual([1, ['Jonas Graf']])
  expect(await list({ topic: 'payment' })).toEqual([1, ['Katrin Bergmann']])
  expect(await list({ search: '100%' })).toEqual([0, []])
  expect(await list({ search: 'GRAF' })).toEqual([1, ['Jonas Graf']])
  const [{ id: messageId } = { id: '' }] = await kept()
  await admin.call('admin-file-contact-message', { messageId, isDone: true })
  expect(await list({ state: 'done' })).toEqual([1, ['Katrin Bergmann']])
  await admin.call('admin-file-contact-message', { messageId, isDone: false })
  expect(await list({ state: 'done' })).toEqual([0, []])
  const unknown = await admin.call('admin-file-contact-message', { messageId: crypto.randomUUID(), isDone: true })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Diese Nachricht gibt es nicht mehr.'])
  const audit = await app.db.selectFrom('auditLog').select(['action', 'objectId']).orderBy('id').execute()
  expect(audit).toEqual([
    { action: 'support.closeMessage', objectId: messageId },
    { action: 'support.reopenMessage', objectId: messageId },
  ])
})
