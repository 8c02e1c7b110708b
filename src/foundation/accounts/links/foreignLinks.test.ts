import { expect, test } from 'vitest'
import { makeUser, rightPassword, signInAs } from '../../../../tests/factories.ts'
import { openTestApp, type Visitor } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, inbox, newVisitor, runJobs, linkTo } = testApp
const email = 'opfer@kunde.example'
const strangersPassword = 'Boese-Tasse-6'
const asked = { status: 'passwordNeeded', signed_in: false, recovery: false, email }
const invalid = { status: 401, body: { code: 'accounts.linkInvalid', error: 'Bestätigungslink ist ungültig oder abgelaufen' } }

/** Signs the address up as a stranger; returns the token from the mail to its owner. */
async function strangerSignsUp(stranger = newVisitor()) {
  await stranger.call('auth/sign-up', { email, password: strangersPassword })
  await runJobs()
  return linkTo(email)
}
const open = (visitor: Visitor, secret: string, proof: object = {}) =>
  visitor.call('auth/verify', { token_hash: secret, type: 'signup', ...proof })
const isConfirmed = async () =>
  (await app.db.selectFrom('users').select('confirmedAt').where('email', '=', email).executeTakeFirst())?.confirmedAt !== null
const signInWith = async (password: string) => (await newVisitor().call('auth/sign-in', { email, password })).status

test("opening a stranger's sign-up link in another browser changes nothing, in any form and any number of times", async () => {
  const secret = await strangerSignsUp()
  const shapes = [
    ...['signup', 'invite', 'email', 'magiclink', 'email_change'].map((type) => ['verify', { token_hash: secret, type }] as const),
    ['verify', { token: secret, email, type: 'magiclink' }] as const,
    ['exchange', { code: secret }] as const,
    ['exchange', { access_token: secret, refresh_token: 'x' }] as const,
  ]
  for (const [name, body] of shapes) {
    const owner = newVisitor()
    expect([name, body, (await owner.call(`auth/${name}`, body)).body]).toEqual([name, body, asked])
    expect((await owner.call('auth/session', {})).body.session).toBeNull()
  }
  await runJobs()
  expect([await isConfirmed(), inbox.mails().length]).toEqual([false, 1])
  expect(await signInWith(strangersPassword)).toBe(403)
})

test('the owner sets a new password there and is the only one in the account; "Weiter als" comes after that', async () => {
  const secret = await strangerSignsUp()
  const owner = newVisitor()
  await open(owner, secret)
  const { body } = await open(owner, secret, { newPassword: rightPassword })
  expect(body).toMatchObject({ status: 'confirmed', signed_in: false, email })
  expect((await owner.call('auth/session', {})).body.session).toBeNull()
  expect((await owner.call('auth/exchange', { continueToken: body.continue_token })).body).toMatchObject({ signed_in: true, email })
  expect([await signInWith(strangersPassword), await signInWith(rightPassword)]).toEqual([401, 200])
  await runJobs()
  const [newest] = inbox.mails().filter(({ subject }) => subject !== 'Neue Anmeldung in Ihrem Konto')
  expect(newest?.subject).toBe('Willkommen bei Handschlag')
})

test('a weak or common new password is refused, and the link stays good', async () => {
  const secret = await strangerSignsUp()
  const owner = newVisitor()
  expect((await open(owner, secret, { newPassword: 'kurz' })).status).toBe(422)
  expect((await open(owner, secret, { newPassword: 'Passwort123' })).body.code).toBe('accounts.passwordTooCommon')
  expect((await open(owner, secret, { newPassword: rightPassword })).body.status).toBe('confirmed')
})

test("the account's password confirms in any browser; a wrong one counts towards the lock", async () => {
  await newVisitor().call('auth/sign-up', { email, password: rightPassword })
  await runJobs()
  const [secret, phone] = [linkTo(email), newVisitor()]
  const wrong = await open(phone, secret, { password: 'Falsche-Tasse-1' })
  expect([wrong.status, wrong.body.code, await isConfirmed()]).toEqual([403, 'accounts.wrongPassword', false])
  const { body } = await open(phone, secret, { password: rightPassword })
  expect(body).toMatchObject({ status: 'confirmed', signed_in: false, email })
  expect((await phone.call('auth/exchange', { continueToken: body.continue_token })).body.signed_in).toBe(true)

  await app.db.deleteFrom('users').execute()
  const second = await strangerSignsUp()
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, at) => open(newVisitor(), second, { password: `Falsche-Tasse-${at}` })))
  expect(guesses.filter(({ status }) => status === 403).length).toBe(4)
  expect(guesses.filter(({ status }) => status === 429).length).toBe(16)
  expect(await isConfirmed()).toBe(false)
})

test("a link that the owner requested again still belongs to the stranger's sign-up, so it asks for a password, too", async () => {
  await strangerSignsUp()
  const owner = newVisitor()
  await owner.call('auth/resend', { email })
  await runJobs()
  expect(inbox.mails().length).toBe(2)
  expect((await open(owner, linkTo(email))).body).toEqual(asked)
  expect(await isConfirmed()).toBe(false)
})

test('the browser that signed up is signed in by a link that another browser requested', async () => {
  const own = newVisitor()
  await own.call('auth/sign-up', { email, password: rightPassword })
  await newVisitor().call('auth/resend', { email })
  await runJobs()
  expect((await open(own, linkTo(email))).body).toMatchObject({ status: 'confirmed', signed_in: true })
})

test('a sign-up returns to the page where it began, in any browser; return paths outside the list are refused', async () => {
  const [own, phone] = [newVisitor(), newVisitor()]
  const onTheWayTo = async (returnTo: string) => (await own.call('auth/sign-up', { email, password: rightPassword, returnTo })).status
  expect(await onTheWayTo('/provider-signup')).toBe(200)
  await runJobs()
  const { body } = await open(phone, linkTo(email), { password: rightPassword })
  expect(body).toMatchObject({ status: 'confirmed', signed_in: false, return_to: '/provider-signup' })
  const entered = await phone.call('auth/exchange', { continueToken: body.continue_token })
  expect(entered.body).toMatchObject({ signed_in: true, return_to: '/provider-signup' })

  await app.db.deleteFrom('users').execute()
  expect(await onTheWayTo('/provider-signup')).toBe(200)
  await runJobs()
  expect((await open(own, linkTo(email))).body).toMatchObject({ signed_in: true, return_to: '/provider-signup' })
  for (const elsewhere of ['//evil.example', 'https://evil.example', '/auth/v1/sign-out', '/provider-signup?plan=premium'])
    expect([elsewhere, await onTheWayTo(elsewhere)]).toEqual([elsewhere, 422])
})

test('a second sign-up while the page of the first is open: the first one is no longer valid', async () => {
  const first = await strangerSignsUp()
  const owner = newVisitor()
  expect((await open(owner, first)).body).toEqual(asked)
  const second = await strangerSignsUp()
  expect(await open(owner, first, { newPassword: rightPassword })).toMatchObject(invalid)
  expect(await open(owner, first, { password: strangersPassword })).toMatchObject(invalid)
  expect([await isConfirmed(), (await open(owner, second)).body]).toEqual([false, asked])
})

test('ten answers at once to one link set one password', async () => {
  const secret = await strangerSignsUp()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => open(newVisitor(), secret, { newPassword: `Blaue-Tasse-${at}` })))
  expect(answers.filter(({ body }) => body.status === 'confirmed').length).toBe(1)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers.filter(({ body }) => body.continue_token).length).toBe(1)
})

test('the link of a confirmed account sets no password and opens no session', async () => {
  const own = newVisitor()
  await own.call('auth/sign-up', { email, password: rightPassword })
  await runJobs()
  const secret = linkTo(email)
  await open(own, secret)
  const thief = newVisitor()
  expect((await open(thief, secret, { newPassword: strangersPassword })).body).toEqual({
    status: 'alreadyProcessed',
    signed_in: false,
    recovery: false,
  })
  expect([await signInWith(strangersPassword), await signInWith(rightPassword)]).toEqual([401, 200])
})

test('the owner who resets the password instead is alone in the account, and the link of the sign-up is dead', async () => {
  const secret = await strangerSignsUp()
  const owner = newVisitor()
  await owner.call('auth/recover', { email })
  await runJobs()
  await owner.call('auth/verify', { token_hash: linkTo(email), type: 'recovery' })
  expect((await owner.call('auth/user', { password: rightPassword })).status).toBe(200)
  expect(await open(newVisitor(), secret, { newPassword: strangersPassword })).toMatchObject(invalid)
  expect([await signInWith(strangersPassword), await signInWith(rightPassword)]).toEqual([401, 200])
})

test('a mail scanner that runs the page of a reset link uses nothing up', async () => {
  await makeUser(app, { email })
  await newVisitor().call('auth/recover', { email })
  await runJobs()
  const secret = linkTo(email)
  const [scanner, owner] = [newVisitor(), newVisitor()]
  for (const visitor of [scanner, owner]) {
    expect((await visitor.call('auth/verify', { token_hash: secret, type: 'recovery' })).body).toMatchObject({ recovery: true, email })
  }
  expect((await owner.call('auth/user', { password: 'Neue-Tasse-9' })).status).toBe(200)
  expect((await scanner.call('auth/user', { password: strangersPassword })).body.code).toBe('accounts.noRecovery')
  expect(await owner.call('auth/verify', { token_hash: secret, type: 'recovery' })).toMatchObject(invalid)
})

test('a signed-in user who opens the link of another account sees whose it is; nothing is used up', async () => {
  await makeUser(app, { email: 'katrin@kunde.example' })
  const person = await signInAs(newVisitor(), 'katrin@kunde.example')
  const secret = await strangerSignsUp(person)
  for (const proof of [{}, { newPassword: rightPassword }, { password: strangersPassword }]) {
    expect((await open(person, secret, proof)).body).toEqual({ status: 'otherAccount', signed_in: false, recovery: false, email })
  }
  expect((await person.call('auth/session', {})).body.session.email).toBe('katrin@kunde.example')
  expect(await isConfirmed()).toBe(false)
  await person.call('auth/sign-out', {})
  expect((await open(person, secret)).body).toMatchObject({ status: 'confirmed', signed_in: true, email })
})

test('a signed-in user who opens an own link counts as signed in; an expired or unknown link is refused', async () => {
  const own = newVisitor()
  await own.call('auth/sign-up', { email, password: rightPassword })
  await runJobs()
  const secret = linkTo(email)
  await open(own, secret)
  expect((await open(own, secret)).body).toMatchObject({ status: 'alreadyProcessed', signed_in: true })
  expect(await open(own, 'x'.repeat(43))).toMatchObject(invalid)
})

test('an expired link of an address that is not confirmed is refused, also for a proof', async () => {
  const secret = await strangerSignsUp()
  clock.moveTo(new Date(app.now().getTime() + 24 * 3_600_000 + 1_000))
  for (const proof of [{}, { newPassword: rightPassword }, { password: strangersPassword }]) {
    expect(await open(newVisitor(), secret, proof)).toMatchObject(invalid)
  }
  expect(await isConfirmed()).toBe(false)
})
