import { expect, test } from 'vitest'
import { openTestApp, type Visitor } from '../../../../tests/testApp.ts'

const password = 'Ein langes Admin-Passwort'
const testApp = await openTestApp({ ADMIN_PASSWORD: password, ADMIN_EMAIL: 'leitung@handschlag.example', LIMITS_FACTOR: '1' })
const { app, newVisitor, runJobs, inbox } = testApp

test('strangers cannot lock the operator out: they exhaust the total, but not the tries of a known browser', async () => {
  const known = newVisitor('198.51.100.60')
  await signIn(known)
  await known.call('admin-sign-out', {})
  inbox.clear()
  const strangers = Array.from({ length: 21 }, (_one, index) => newVisitor(`192.0.2.${index}`))
  for (const stranger of strangers) for (let one = 0; one < 5; one++) await stranger.call('verify-admin-code', { code: 'falsch' })
  const unknown = await newVisitor('198.51.100.61').call('verify-admin-code', { code: password })
  expect([unknown.status, unknown.body.code]).toEqual([429, 'limits.tooMany'])
  expect((await known.call('verify-admin-code', { code: password })).status).toBe(200)
  for (let one = 0; one < 4; one++) await known.call('verify-admin-code', { code: 'falsch' })
  expect((await known.call('verify-admin-code', { code: password })).status).toBe(429)
  advance(15 * 60_000)
  expect((await newVisitor('198.51.100.61').call('verify-admin-code', { code: password })).status).toBe(200)
})

test('a lock is reported by mail, once an hour', async () => {
  const visitor = newVisitor()
  for (let one = 0; one < 8; one++) await visitor.call('verify-admin-code', { code: 'falsch' })
  for (let one = 0; one < 8; one++) await newVisitor('192.0.2.7').call('verify-admin-code', { code: 'falsch' })
  await runJobs()
  expect(inbox.mails().map(({ to, subject }) => [to, subject])).toEqual([
    ['leitung@handschlag.example', 'Zu viele Anmeldeversuche in der Verwaltung'],
  ])
  advance(3_600_000)
  for (let one = 0; one < 6; one++) await visitor.call('verify-admin-code', { code: 'falsch' })
  await runJobs()
  expect(inbox.mails().length).toBe(2)
})

test("an attacker who knows only the password uses up no code of the operator's known browser", async () => {
  const known = newVisitor('198.51.100.60')
  await signIn(known)
  await known.call('admin-sign-out', {})
  expect((await known.call('verify-admin-code', { code: password })).status).toBe(200)
  const code = await sendCode(known)
  for (const round of [1, 2, 3]) {
    const stranger = await pastPassword(`192.0.2.${round}`)
    const other = await sendCode(stranger)
    for (let one = 0; one < 5; one++) await stranger.call('verify-admin-2fa-code', { code: wrong(other) })
  }
  expect((await (await pastPassword('192.0.2.4')).call('send-admin-2fa-code', {})).status).toBe(429)
  expect((await known.call('verify-admin-2fa-code', { code })).status).toBe(200)
})

async function signIn(visitor: Visitor) {
  expect((await visitor.call('verify-admin-code', { code: password })).status).toBe(200)
  const code = await sendCode(visitor)
  expect((await visitor.call('verify-admin-2fa-code', { code })).status).toBe(200)
}

async function pastPassword(ip: string) {
  const visitor = newVisitor(ip)
  expect((await visitor.call('verify-admin-code', { code: password })).status).toBe(200)
  return visitor
}

async function sendCode(visitor: Visitor) {
  expect((await visitor.call('send-admin-2fa-code', {})).status).toBe(200)
  inbox.clear()
  await runJobs()
  return /\b\d{6}\b/.exec(inbox.mails()[0]?.text ?? '')?.[0] ?? ''
}

const wrong = (code: string) => (code === '123456' ? '654321' : '123456')
const advance = (ms: number) => testApp.clock.moveTo(new Date(app.now().getTime() + ms))
