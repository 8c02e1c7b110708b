import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeCompany, makeUser, rightPassword, signInAs } from '../../../tests/factories.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'
import { sendWelcome } from './links/verifyActions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, newVisitor, runJobs, linkTo } = testApp
const email = 'katrin@kunde.example'
const minute = 60_000
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))
const subjects = () => inbox.mails().map((mail) => [mail.to, mail.subject])

test('sign-up, link, sign-in, sign-out: the whole way, in the browser that asked', async () => {
  const visitor = newVisitor()
  const signedUp = await visitor.call('auth/sign-up', { email: ' Katrin@Kunde.example ', password: rightPassword })
  expect([signedUp.status, signedUp.body]).toEqual([200, { success: true }])
  expect((await visitor.call('auth/sign-in', { email, password: rightPassword })).body).toMatchObject({
    code: 'accounts.emailNotConfirmed',
    error: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse',
  })
  await runJobs()
  expect(subjects()).toEqual([[email, 'Bitte bestätigen Sie Ihre E-Mail-Adresse']])
  expect(await verify(visitor, linkTo(email))).toEqual({ status: 'confirmed', signed_in: true, recovery: false, email })
  expect((await visitor.call('auth/session', {})).body.session.email).toBe(email)
  await runJobs()
  expect(subjects()[0]).toEqual([email, 'Willkommen bei Handschlag'])
  await visitor.call('auth/sign-out', {})
  expect((await visitor.call('auth/session', {})).body).toEqual({ session: null, recovery: false })
  const signedIn = await visitor.call('auth/sign-in', { email, password: rightPassword })
  expect([signedIn.status, signedIn.body.user.email]).toEqual([200, email])
})

test('a link opened in another browser does not sign it in: it has to confirm first, which works once and only there', async () => {
  await newVisitor().call('auth/sign-up', { email, password: rightPassword })
  await runJobs()
  const [other, third] = [newVisitor(), newVisitor()]
  const confirmed = await verify(other, linkTo(email), 'signup', { password: rightPassword })
  expect(confirmed).toMatchObject({ status: 'confirmed', signed_in: false, email })
  expect((await other.call('auth/session', {})).body.session).toBeNull()
  const { continue_token: continueToken } = confirmed
  expect((await third.call('auth/exchange', { continueToken })).body.code).toBe('accounts.linkInvalid')
  expect((await other.call('auth/exchange', { continueToken })).body).toMatchObject({ signed_in: true, email })
  expect((await other.call('auth/exchange', { continueToken })).body).toMatchObject({ status: 'alreadyProcessed', signed_in: false })
})

test('every shape of a link that the page may hand over is understood', async () => {
  for (const shape of ['token_hash', 'token with address', 'code', 'tokens of the hash'] as const) {
    const address = `${shape.replaceAll(' ', '-')}@kunde.example`
    const visitor = newVisitor()
    await visitor.call('auth/sign-up', { email: address, password: rightPassword })
    await runJobs()
    const secret = linkTo(address)
    const answer = {
      token_hash: () => visitor.call('auth/verify', { token_hash: secret, type: 'invite' }),
      'token with address': () => visitor.call('auth/verify', { token: secret, email: address, type: 'email' }),
      code: () => visitor.call('auth/exchange', { code: secret }),
      'tokens of the hash': () => visitor.call('auth/exchange', { access_token: secret, refresh_token: 'x' }),
    }[shape]
    expect([shape, (await answer()).body.signed_in]).toEqual([shape, true])
  }
})

test('a used link counts as processed, an expired one is refused, and neither creates a session', async () => {
  const visitor = newVisitor()
  await visitor.call('auth/sign-up', { email, password: rightPassword })
  await runJobs()
  const link = linkTo(email)
  later(24 * 60 * minute + 1_000)
  expect(await verify(visitor, link)).toMatchObject({ code: 'accounts.linkInvalid' })
  await visitor.call('auth/resend', { email })
  await runJobs()
  await verify(visitor, linkTo(email))
  await visitor.call('auth/sign-out', {})
  expect(await verify(visitor, linkTo(email))).toEqual({ status: 'alreadyProcessed', signed_in: false, recovery: false })
  expect((await visitor.call('auth/session', {})).body.session).toBeNull()
})

test('a known address is refused, a weak or common password too, each with its text', async () => {
  await makeUser(app)
  const answer = async (body: object) => (await newVisitor().call('auth/sign-up', { email, password: rightPassword, ...body })).body
  expect(await answer({})).toMatchObject({
    code: 'accounts.emailExists',
    error: 'Diese E-Mail-Adresse ist bereits registriert. Bitte melden Sie sich an.',
  })
  expect(await answer({ email: 'neu@kunde.example', password: 'Passwort123!' })).toMatchObject({
    code: 'accounts.passwordTooCommon',
    error: 'Passwort entspricht nicht den Sicherheitsanforderungen',
  })
  const weak = 'Passwort muss mindestens 8 Zeichen lang sein und Groß-, Kleinbuchstaben sowie eine Zahl enthalten'
  for (const password of ['Kurz-1', 'nur-klein-1', 'NUR-GROSS-1', 'Ohne-Ziffer']) {
    expect((await answer({ password })).fields).toEqual({ password: [weak] })
  }
  expect((await answer({ password: `Aa1${'x'.repeat(98)}` })).fields).toEqual({ password: ['Passwort zu lang'] })
  expect((await answer({ email: `${'a'.repeat(250)}@b.de` })).fields).toEqual({ email: ['E-Mail zu lang'] })
})

test('resend and recovery answer the same for everybody; the mails differ', async () => {
  await makeUser(app)
  await newVisitor().call('auth/sign-up', { email: 'offen@kunde.example', password: rightPassword })
  await runJobs()
  inbox.clear()
  for (const name of ['auth/resend', 'auth/recover']) {
    for (const address of [email, 'offen@kunde.example', 'niemand@kunde.example']) {
      const { status, body } = await newVisitor().call(name, { email: address })
      expect([status, body]).toEqual([200, { success: true }])
    }
  }
  await runJobs()
  expect(subjects().sort()).toEqual([
    [email, 'Ihre E-Mail-Adresse ist schon bestätigt'],
    [email, 'Neues Passwort setzen'],
    ['offen@kunde.example', 'Bitte bestätigen Sie Ihre E-Mail-Adresse'],
    ['offen@kunde.example', 'Neues Passwort setzen'],
  ])
})

test('a reset ends every session, lifts the lock, signs this browser in and sends a mail', async () => {
  await makeUser(app)
  const second = await signInAs(newVisitor(), email)
  const visitor = newVisitor()
  for (let index = 0; index < 5; index += 1) await visitor.call('auth/sign-in', { email, password: 'falsch-1' })
  expect((await visitor.call('auth/sign-in', { email, password: rightPassword })).status).toBe(429)
  await visitor.call('auth/recover', { email })
  await runJobs()
  expect(await verify(visitor, linkTo(email), 'recovery')).toEqual({ status: 'confirmed', signed_in: false, recovery: true, email })
  expect((await visitor.call('auth/session', {})).body).toEqual({ session: null, recovery: true, recovery_email: email })
  expect((await visitor.call('auth/user', { password: 'Neue-Tasse-9' })).body).toEqual({ success: true })
  expect((await visitor.call('auth/session', {})).body).toMatchObject({ session: { email }, recovery: false })
  expect((await second.call('auth/session', {})).body.session).toBeNull()
  expect((await newVisitor().call('auth/sign-in', { email, password: rightPassword })).status).toBe(401)
  expect((await newVisitor().call('auth/sign-in', { email, password: 'Neue-Tasse-9' })).status).toBe(200)
  await runJobs()
  expect(subjects().slice(0, 2).sort()).toEqual([
    [email, 'Ihr Passwort wurde geändert'],
    [email, 'Neue Anmeldung in Ihrem Konto'],
  ])
})

test('a reset confirms an unconfirmed address, and signs out the person who signed it up', async () => {
  await newVisitor().call('auth/sign-up', { email, password: 'Boese-Tasse-6' })
  const owner = newVisitor()
  await owner.call('auth/recover', { email })
  await runJobs()
  const reset = inbox.mails().find((mail) => mail.subject === 'Neues Passwort setzen')
  await verify(owner, /token_hash=([\w-]{43})/.exec(reset?.text ?? '')?.[1] ?? '', 'recovery')
  await owner.call('auth/user', { password: rightPassword })
  expect((await newVisitor().call('auth/sign-in', { email, password: 'Boese-Tasse-6' })).status).toBe(401)
  expect((await newVisitor().call('auth/sign-in', { email, password: rightPassword })).status).toBe(200)
  await runJobs()
  expect(subjects().map(([, subject]) => subject)).toContain('Willkommen bei Handschlag')
})

test('five failures lock for 15 minutes, with the minutes in the text and Retry-After; then the count begins anew', async () => {
  await makeUser(app)
  const visitor = newVisitor()
  const wrong = () => visitor.call('auth/sign-in', { email, password: 'Falsche-Tasse-1' })
  for (let index = 0; index < 4; index += 1) {
    expect((await wrong()).body).toMatchObject({ code: 'accounts.invalidCredentials', error: 'Ungültige E-Mail oder Passwort' })
  }
  const fifth = await wrong()
  expect([fifth.status, fifth.body.code, fifth.body.error]).toEqual([
    429,
    'accounts.lockedNow',
    'Zu viele fehlgeschlagene Anmeldeversuche. Konto für 15 Minuten gesperrt.',
  ])
  later(5 * minute)
  const locked = await visitor.call('auth/sign-in', { email, password: rightPassword })
  expect([locked.status, locked.body.error]).toEqual([429, 'Konto gesperrt. Versuchen Sie es in 10 Minuten erneut.'])
  expect(locked.body.code).toBe('accounts.locked')
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(590)
  later(10 * minute + 1_000)
  expect((await wrong()).status).toBe(401)
  expect((await visitor.call('auth/sign-in', { email, password: rightPassword })).status).toBe(200)
})

test('a known device has its own count of failures: strangers do not lock its owner out', async () => {
  await makeUser(app)
  const owner = await signInAs(newVisitor(), email)
  await owner.call('auth/sign-out', {})
  for (let index = 0; index < 6; index += 1) await newVisitor().call('auth/sign-in', { email, password: 'Falsche-Tasse-1' })
  expect((await newVisitor().call('auth/sign-in', { email, password: rightPassword })).status).toBe(429)
  expect((await owner.call('auth/sign-in', { email, password: rightPassword })).status).toBe(200)
})

test('a session ends after 7 days without a request, and after 30 days in any case', async () => {
  await makeUser(app)
  const isIn = async (visitor: Visitor) => (await visitor.call('auth/session', {})).body.session !== null
  const [idle, busy] = [await signInAs(newVisitor(), email), await signInAs(newVisitor(), email)]
  for (let day = 0; day < 29; day += 1) {
    later(24 * 60 * minute)
    expect([day, await isIn(busy)]).toEqual([day, true])
  }
  expect(await isIn(idle)).toBe(false)
  later(25 * 60 * minute)
  expect(await isIn(busy)).toBe(false)
})

test('a password change asks for the current one, ends the other sessions, keeps this one', async () => {
  await makeUser(app)
  const [here, there] = [await signInAs(newVisitor(), email), await signInAs(newVisitor(), email)]
  const refused = await here.call('auth/user', { password: 'Neue-Tasse-9', currentPassword: 'Falsche-Tasse-1' })
  expect([refused.status, refused.body.code]).toEqual([403, 'accounts.wrongPassword'])
  expect((await here.call('auth/user', { password: 'Neue-Tasse-9' })).body.code).toBe('accounts.noRecovery')
  expect((await here.call('auth/user', { password: 'Neue-Tasse-9', currentPassword: rightPassword })).status).toBe(200)
  expect((await here.call('auth/session', {})).body.session.email).toBe(email)
  expect((await there.call('auth/session', {})).body.session).toBeNull()
})

test('own sessions are listed and ended one by one; a stranger ends none', async () => {
  await makeUser(app)
  await makeUser(app, { email: 'fremd@kunde.example' })
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const [here, there] = [newVisitor(), await signInAs(newVisitor(), email)]
  await here.call('auth/sign-in', { email, password: rightPassword }, { 'user-agent': agent })
  const { sessions } = (await here.call('list-own-sessions', {})).body
  expect(sessions.map((one: { device: string; is_current: boolean }) => [one.device, one.is_current]).sort()).toEqual([
    ['Firefox auf Windows', true],
    ['Unbekanntes Gerät', false],
  ])
  const sessionId = sessions.find((one: { is_current: boolean }) => !one.is_current).id
  const stranger = await signInAs(newVisitor(), 'fremd@kunde.example')
  expect((await stranger.call('end-own-session', { sessionId })).body.code).toBe('accounts.sessionUnknown')
  expect((await here.call('end-own-session', { sessionId })).status).toBe(200)
  expect((await there.call('auth/session', {})).body.session).toBeNull()
})

test('contact data: for signed-in people and listed companies only, 30 an hour', async () => {
  await makeUser(app)
  const [company, hidden] = [await makeCompany(app), await makeCompany(app, { companyName: 'Aus', subscriptionStatus: 'unpaid' })]
  const refused = await newVisitor().call('get-company-contact', { companyId: company.id })
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([401, 'accounts.signInNeeded', 'Bitte melden Sie sich an.'])
  const visitor = await signInAs(newVisitor(), email)
  expect((await visitor.call('get-company-contact', { companyId: company.id })).body).toEqual({
    contact: { phone: company.phone, email: company.email },
  })
  expect((await visitor.call('get-company-contact', { companyId: hidden.id })).status).toBe(404)
})

test('profile and welcome mail: identity from the session, and never a second mail', async () => {
  const user = await makeUser(app, { welcomeSentAt: null })
  const visitor = await signInAs(newVisitor(), email)
  const profile = await visitor.call('create-user-profile', { auth_id: 'x', email: 'fremd@kunde.example', company_name: null })
  expect(profile.body).toEqual({ data: { id: user.id, auth_id: user.id, email, companies: [] } })
  const body = { email: 'fremd@kunde.example', dashboardUrl: 'https://evil.example/' }
  await Promise.all(Array.from({ length: 10 }, () => visitor.call('send-welcome-email', body)))
  await runJobs()
  expect(subjects()).toEqual([[email, 'Willkommen bei Handschlag']])
  expect(inbox.mails()[0]?.text).not.toContain('evil')
})

test('the welcome mail leads customers to the search, companies to the dashboard', async () => {
  const buttonFor = async (signUpPath: string | null) => {
    inbox.clear()
    const user = await makeUser(app, { email: `${randomUUID()}@kunde.example`, welcomeSentAt: null, signUpPath })
    await app.db.transaction().execute((tx) => sendWelcome(app, tx, user.id))
    await runJobs()
    return /(Anbieter finden|Zum Dashboard):/.exec(inbox.mails()[0]?.text ?? '')?.[1]
  }
  expect(await buttonFor(null)).toBe('Anbieter finden')
  expect(await buttonFor('/meine-buchungen')).toBe('Anbieter finden')
  expect(await buttonFor('/dashboard')).toBe('Zum Dashboard')
  expect(await buttonFor('/provider-signup')).toBe('Zum Dashboard')
})

test('a link by send-auth-link leads to our own two pages only', async () => {
  const send = (redirectUrl: string, type = 'signup') =>
    newVisitor().call('send-auth-link', { email, type, redirectUrl, password: type === 'signup' ? rightPassword : undefined })
  const own = app.config.publicUrl
  expect((await send(`${own}/auth/confirm`)).body).toEqual({ success: true })
  expect((await send(`${own}/auth/reset`, 'recovery')).body).toEqual({ success: true })
  await runJobs()
  expect(subjects().length).toBe(2)
  expect((await send(`${own}/auth/reset`)).body.code).toBe('accounts.redirectForeign')
})

test('the plain form of the header signs out and leads home', async () => {
  await makeUser(app)
  const visitor = await signInAs(newVisitor(), email)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const answer = await visitor.request('/auth/v1/sign-out', { method: 'POST', body: '', headers })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
  expect((await visitor.call('auth/session', {})).body.session).toBeNull()
})

async function verify(visitor: Visitor, secret: string, type = 'signup', answer: object = {}) {
  return (await visitor.call('auth/verify', { token_hash: secret, type, ...answer })).body
}
