import { expect, test } from 'vitest'
import { makeCompany, makeUser, rightPassword, signInAs } from '../../tests/factories.ts'
import { openWorld } from '../../tests/world.ts'

const world = await openWorld({ LIMITS_FACTOR: '1' })
const { app, clock, inbox, newVisitor, runJobs } = world
const email = 'katrin@kunde.example'
const tooMany = { code: 'limits.tooMany', error: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.' }
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))

test('an address gets one mail a minute and three an hour, known or not, whoever asks', async () => {
  await makeUser(app)
  for (const address of [email, 'niemand@kunde.example']) {
    const ask = (name: string) => newVisitor(`198.51.100.${Math.floor(Math.random() * 200)}`).call(name, { email: address })
    expect((await ask('auth/recover')).status).toBe(200)
    expect((await ask('auth/resend')).body).toMatchObject(tooMany)
    later(61_000)
    expect((await ask('auth/resend')).status).toBe(200)
    later(61_000)
    expect((await ask('auth/recover')).status).toBe(200)
    later(61_000)
    expect((await ask('auth/recover')).body).toMatchObject(tooMany)
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
  expect((await signUp(rightPassword)).body).toMatchObject(tooMany)
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
