import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeUser, rightPassword, signInAs } from '../../../tests/factories.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'
import { safeReturnPath } from './returnRules.ts'

const adminPassword = 'Gelbe-Kanne-4'
const testApp = await openTestApp({ ADMIN_PASSWORD: adminPassword })
const { app, newVisitor, runJobs, linkTo, openSecondServer } = testApp
const secondServer = await openSecondServer()
const email = 'katrin@kunde.example'
const attackersPassword = 'Boese-Tasse-6'

test('400 wrong passwords at once over two servers: five are evaluated', async () => {
  await makeUser(app)
  const tries = Array.from({ length: 400 }, (_, index) =>
    (index % 2 ? newVisitor() : secondServer.newVisitor()).call('auth/sign-in', { email, password: `Falsche-Tasse-${index}` }),
  )
  const codes = (await Promise.all(tries)).map(({ body }) => body.code)
  const count = (code: string) => codes.filter((one) => one === code).length
  expect([count('accounts.invalidCredentials'), count('accounts.lockedNow'), count('accounts.locked')]).toEqual([4, 1, 395])
})

test('an unknown address is locked like a known one', async () => {
  await makeUser(app)
  const codesOf = async (address: string) => {
    const codes: string[] = []
    for (let index = 0; index < 7; index += 1) {
      codes.push((await newVisitor().call('auth/sign-in', { email: address, password: 'Falsche-Tasse-1' })).body.code)
    }
    return codes
  }
  expect(await codesOf('niemand@kunde.example')).toEqual(await codesOf(email))
})

test('two servers share lock, limits and sessions', async () => {
  await makeUser(app)
  const visitor = await signInAs(newVisitor(), email)
  const elsewhere = secondServer.newVisitor()
  for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value)
  expect((await elsewhere.call('auth/session', {})).body.session.email).toBe(email)
  await elsewhere.call('auth/sign-out', {})
  expect((await visitor.call('auth/session', {})).body.session).toBeNull()
  for (let index = 0; index < 5; index += 1) await secondServer.newVisitor().call('auth/sign-in', { email, password: 'Falsche-Tasse-1' })
  expect((await newVisitor().call('auth/sign-in', { email, password: rightPassword })).body.code).toBe('accounts.locked')
})

test('a reset link sets one password, even when opened and used ten times at once', async () => {
  const link = await resetLink(newVisitor())
  const visitors = Array.from({ length: 10 }, () => newVisitor())
  const opened = await Promise.all(visitors.map((one) => one.call('auth/verify', { token_hash: link, type: 'recovery' })))
  expect(opened.every(({ body }) => body.recovery)).toBe(true)
  const saved = await Promise.all(visitors.flatMap((one) => [1, 2].map((at) => one.call('auth/user', { password: `Neue-Tasse-${at}` }))))
  expect(saved.filter(({ status }) => status === 200).length).toBe(1)
  expect(saved.filter(({ body }) => body.code === 'accounts.noRecovery').length).toBe(19)
  expect((await newVisitor().call('auth/verify', { token_hash: link, type: 'recovery' })).body.code).toBe('accounts.linkInvalid')
})

test('a token of another user changes nothing here, and a stolen grant works in its own browser only', async () => {
  await makeUser(app, { email: 'opfer@kunde.example' })
  const victim = await signInAs(newVisitor(), 'opfer@kunde.example')
  const link = await resetLink(newVisitor())
  const body = { token: link, email: 'opfer@kunde.example', type: 'recovery' }
  expect((await newVisitor().call('auth/verify', body)).body.code).toBe('accounts.linkInvalid')
  const opener = newVisitor()
  await opener.call('auth/verify', { token_hash: link, type: 'recovery' })
  const thief = newVisitor()
  await thief.call('auth/session', {})
  thief.cookies.set('recovery', opener.cookies.get('recovery') ?? '')
  expect((await thief.call('auth/user', { password: 'Neue-Tasse-9' })).body.code).toBe('accounts.noRecovery')
  expect((await opener.call('auth/user', { password: 'Neue-Tasse-9' })).status).toBe(200)
  expect((await victim.call('auth/session', {})).body.session.email).toBe('opfer@kunde.example')
  expect((await newVisitor().call('auth/sign-in', { email: 'opfer@kunde.example', password: 'Neue-Tasse-9' })).status).toBe(401)
})

test("an attacker who signs up a victim's address first gains nothing once the victim signs up", async () => {
  const [attacker, victim] = [newVisitor(), newVisitor()]
  await attacker.call('auth/sign-up', { email, password: attackersPassword })
  await runJobs()
  const first = linkTo(email)
  await victim.call('auth/sign-up', { email, password: rightPassword })
  await runJobs()
  const second = linkTo(email)
  expect(second).not.toBe(first)
  expect((await victim.call('auth/verify', { token_hash: first, type: 'signup' })).body.code).toBe('accounts.linkInvalid')
  expect((await victim.call('auth/verify', { token_hash: second, type: 'signup' })).body.signed_in).toBe(true)
  expect((await newVisitor().call('auth/sign-in', { email, password: attackersPassword })).status).toBe(401)
  expect((await attacker.call('auth/session', {})).body.session).toBeNull()
})

test('a sign-up that overtakes the opening of a link leaves one of the two, never a mixture', async () => {
  for (let round = 0; round < 10; round += 1) {
    const address = `runde${round}@kunde.example`
    const victim = newVisitor()
    await victim.call('auth/sign-up', { email: address, password: rightPassword })
    await runJobs()
    const [opened] = await Promise.all([
      victim.call('auth/verify', { token_hash: linkTo(address), type: 'signup' }),
      newVisitor().call('auth/sign-up', { email: address, password: attackersPassword }),
    ])
    const status = (await newVisitor().call('auth/sign-in', { email: address, password: attackersPassword })).status
    // Confirmed with the victim's password, or still unconfirmed with the attacker's.
    expect([opened.body.status === 'confirmed', status]).toEqual(opened.body.status === 'confirmed' ? [true, 401] : [false, 403])
  }
})

test('the code of the admin is no oracle: over ten codes and ten sessions fifteen guesses are evaluated, then the right one is refused', async () => {
  const { body: wrong } = await guessAdminCode(await passPassword(), '000000')
  expect(wrong).toMatchObject({ verified: false })
  const seen: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const admin = await passPassword()
    await admin.call('send-admin-2fa-code', {})
    const guesses = await Promise.all(Array.from({ length: 5 }, (_, index) => guessAdminCode(admin, `00000${index}`)))
    seen.push(...guesses.map(({ status }) => status))
  }
  const { failures } = await app.db.selectFrom('codeFailures').select('failures').executeTakeFirstOrThrow()
  expect([failures, seen.length, seen.filter((status) => status === 200).length]).toEqual([15, 50, 0])
  const admin = await passPassword()
  expect((await admin.call('send-admin-2fa-code', {})).status).toBe(429)
})

async function passPassword() {
  const admin = newVisitor()
  await admin.call('verify-admin-code', { code: adminPassword })
  return admin
}

const guessAdminCode = (admin: Visitor, code: string) => admin.call('verify-admin-2fa-code', { code })

test('foreign tokens open nothing and have no effect on others', async () => {
  await makeUser(app)
  const visitor = await signInAs(newVisitor(), email)
  const foreign = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'
  for (const body of [{ access_token: foreign, refresh_token: 'r' }, { code: foreign }, { continueToken: foreign }]) {
    expect((await visitor.call('auth/exchange', body)).body.code).toBe('accounts.linkInvalid')
  }
  expect((await visitor.call('auth/verify', { token_hash: foreign, type: 'signup' })).status).toBe(401)
  expect((await visitor.call('auth/session', {})).body.session.email).toBe(email)
})

test("an attacker's own link does not sign the victim in to the attacker's account", async () => {
  const attacker = newVisitor()
  await attacker.call('auth/sign-up', { email: 'angreifer@kunde.example', password: attackersPassword })
  await runJobs()
  const victim = newVisitor()
  const opened = await victim.call('auth/exchange', { access_token: linkTo('angreifer@kunde.example'), refresh_token: 'r' })
  expect(opened.body).toMatchObject({ status: 'passwordNeeded', signed_in: false, email: 'angreifer@kunde.example' })
  expect((await victim.call('auth/session', {})).body.session).toBeNull()
})

const evil = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/\tevil.example',
  '\t//evil.example',
  '/\n/evil.example',
  'https://evil.example/auth/confirm',
  'https://localhost:3000@evil.example/auth/confirm',
  'http://localhost:3000.evil.example/auth/confirm',
  'http://localhost:3000/auth/confirm/../../evil',
  'http://localhost:3000/auth/confirm?next=//evil.example',
  'javascript:alert(1)',
]

test('open redirects lead home, and none of them gets into a mail', async () => {
  for (const target of evil) {
    expect([target, safeReturnPath(target)]).toEqual([target, '/'])
    const { status } = await newVisitor().call('send-auth-link', { email, type: 'signup', redirectUrl: target, password: rightPassword })
    expect([target, status]).toEqual([target, 422])
  }
  expect(safeReturnPath('/konto?x=1#y')).toBe('/konto?x=1#y')
  await runJobs()
  expect(testApp.inbox.mails()).toEqual([])
})

test('a foreign page cannot sign a visitor in, out or up', async () => {
  await makeUser(app)
  const visitor = await signInAs(newVisitor(), email)
  for (const name of ['auth/sign-out', 'auth/sign-in', 'auth/sign-up', 'auth/user', 'auth/verify', 'delete-own-account']) {
    const answer = await visitor.call(name, { email, password: rightPassword }, { origin: 'https://evil.example' })
    expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'request.foreignOrigin'])
  }
  expect((await visitor.call('auth/session', {})).body.session.email).toBe(email)
})

test('session fixation: a planted cookie is never taken over, and the old session of a browser ends with the new', async () => {
  await makeUser(app)
  const victim = newVisitor()
  const planted = 'A'.repeat(43)
  victim.cookies.set('session', planted)
  await signInAs(victim, email)
  const first = victim.cookies.get('session')
  expect(first).not.toBe(planted)
  await signInAs(victim, email)
  expect(victim.cookies.get('session')).not.toBe(first)
  const stale = newVisitor()
  stale.cookies.set('session', first ?? '')
  expect((await stale.call('auth/session', {})).body.session).toBeNull()
  const attacker = newVisitor()
  attacker.cookies.set('session', planted)
  expect((await attacker.call('auth/session', {})).body.session).toBeNull()
})

test('nothing at rest opens anything: no cookie, link or password in any table, none in the queue', async () => {
  const visitor = newVisitor()
  await visitor.call('auth/sign-up', { email, password: rightPassword })
  const queued = JSON.stringify((await sql`select * from graphile_worker._private_jobs`.execute(app.db)).rows)
  expect(queued).toContain('sealed')
  expect(queued).not.toMatch(/token_hash|auth\/confirm|katrin/)
  await runJobs()
  const link = linkTo(email)
  expect(link.length).toBe(43)
  await visitor.call('auth/verify', { token_hash: link, type: 'signup' })
  const cookie = visitor.cookies.get('session') ?? ''
  for (const table of ['users', 'sessions', 'authTokens', 'knownDevices'] as const) {
    const rows = JSON.stringify(await app.db.selectFrom(table).selectAll().execute())
    expect(rows.length).toBeGreaterThan(50)
    for (const secret of [link, cookie, rightPassword]) expect(rows).not.toContain(secret)
  }
})

test('a job that was tampered with is not sent', async () => {
  await newVisitor().call('auth/sign-up', { email, password: rightPassword })
  await sql`
    update graphile_worker._private_jobs
    set payload = jsonb_set(payload::jsonb, '{occasion}', '"account:confirm:another"')::json`.execute(app.db)
  await runJobs().catch(() => undefined)
  expect(testApp.inbox.mails()).toEqual([])
})

test('a mail to an unconfirmed address contains no typed text', async () => {
  const typed = 'Gewinnspiel-Tasse-1'
  await newVisitor().call('auth/sign-up', { email, password: typed }, { 'user-agent': 'https://evil.example' })
  await newVisitor().call('auth/recover', { email, message: 'https://evil.example' })
  await runJobs()
  expect(testApp.inbox.mails().length).toBe(2)
  for (const mail of testApp.inbox.mails()) {
    expect(mail.text).not.toMatch(/evil|Gewinnspiel/)
    expect(mail.html).not.toMatch(/evil|Gewinnspiel/)
  }
})

async function resetLink(visitor: Visitor) {
  await makeUser(app)
  await visitor.call('auth/recover', { email })
  await runJobs()
  return linkTo(email)
}
