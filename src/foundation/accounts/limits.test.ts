import { expect, test } from 'vitest'
import { makeCompany, makeUser, rightPassword, signInAs } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, inbox, newVisitor, runJobs } = testApp
const email = 'katrin@kunde.example'
const tooMany = { code: 'limits.tooMany', error: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.' }
const oneAMinute = (seconds: number) =>
  `An dieselbe Adresse senden wir höchstens eine E-Mail in der Minute. Bitte versuchen Sie es in ${seconds} Sekunden erneut.`
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))

test('an address gets one mail a minute and three an hour, known or not, from all callers together', async () => {
  await makeUser(app)
  for (const address of [email, 'niemand@kunde.example']) {
    const ask = (name: string) => newVisitor(`198.51.100.${Math.floor(Math.random() * 200)}`).call(name, { email: address })
    expect((await ask('auth/recover')).status).toBe(200)
    expect((await ask('auth/resend')).body).toMatchObject({ code: 'limits.tooMany', error: oneAMinute(60) })
    later(61_000)
    expect((await ask('auth/resend')).status).toBe(200)
    later(61_000)
    expect((await ask('auth/recover')).status).toBe(200)
    later(61_000)
    expect((await ask('auth/recover')).body.error).toBe(
      'An dieselbe Adresse senden wir höchstens 3 E-Mails in der Stunde. Bitte versuchen Sie es in 57 Minuten erneut.',
    )
    later(3_601_000)
    expect((await ask('auth/recover')).status).toBe(200)
  }
  await runJobs()
  expect(inbox.mails().length).toBe(4)
})

test('a refused password costs no mail: the next try goes through at once', async () => {
  const signUp = (password: string) => newVisitor().call('auth/sign-up', { email, password })
  expect((await signUp('Passwort123')).body.code).toBe('accounts.passwordTooCommon')
  expect((await signUp('kurz')).body.code).toBe('input.invalid')
  expect((await signUp(rightPassword)).status).toBe(200)
  later(50_000)
  expect((await signUp(rightPassword)).body.error).toBe(oneAMinute(10))
})

test('contact data: 30 an hour and person, then 429 with Retry-After', async () => {
  await makeUser(app)
  const { id: companyId } = await makeCompany(app)
  const visitor = await signInAs(newVisitor(), email)
  const statuses: number[] = []
  for (let index = 0; index < 31; index += 1) statuses.push((await visitor.call('get-company-contact', { companyId })).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
  const refused = await visitor.call('get-company-contact', { companyId })
  expect(refused.body).toMatchObject(tooMany)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
})

test('one client address tries 60 sign-ins in 15 minutes, over any number of accounts', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 61; index += 1) {
    statuses.push((await newVisitor().call('auth/sign-in', { email: `${index}@kunde.example`, password: rightPassword })).status)
  }
  expect(statuses).toEqual([...Array(60).fill(401), 429])
})

test('a refused send-auth-link and a sign-up of a known address use up nothing', async () => {
  await makeUser(app)
  const auth = (body: object) => newVisitor().call('send-auth-link', { email, type: 'recovery', ...body })
  for (let index = 0; index < 40; index += 1) {
    expect((await auth({ redirectUrl: 'https://evil.example/auth/reset' })).body.code).toBe('accounts.redirectForeign')
  }
  expect((await newVisitor().call('auth/sign-up', { email, password: rightPassword })).body.code).toBe('accounts.emailExists')
  expect((await auth({ redirectUrl: `${app.config.publicUrl}/auth/reset` })).status).toBe(200)
  expect((await auth({ redirectUrl: `${app.config.publicUrl}/auth/reset` })).body.error).toBe(oneAMinute(60))
})

test('the sixth code in ten minutes is refused with the time to wait', async () => {
  await makeUser(app)
  const visitor = await signInAs(newVisitor(), email)
  for (let index = 0; index < 5; index += 1) expect((await visitor.call('send-2fa-code', {})).status).toBe(200)
  later(4 * 60_000)
  expect((await visitor.call('send-2fa-code', {})).body.error).toBe(
    'Wir senden höchstens 5 Codes in 10 Minuten. Bitte versuchen Sie es in 6 Minuten erneut.',
  )
})
