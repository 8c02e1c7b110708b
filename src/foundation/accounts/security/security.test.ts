import { expect, test } from 'vitest'
import { enterAsOperator, makeCompany, makeOwner, makeUser, rightPassword, signInAs } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { sweepAccounts } from '../actions.ts'

const adminPassword = 'Ein langes Admin-Passwort'
const testApp = await openTestApp({ ADMIN_PASSWORD: adminPassword })
const { app, clock, inbox, newVisitor, runJobs } = testApp
const email = 'katrin@kunde.example'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const agent = { 'user-agent': firefox }

test('sign-ins, failures, the lockout, codes and a new password stand in the list, the newest first, with device and truncated network', async () => {
  await makeUser(app)
  const visitor = newVisitor('198.51.100.77')
  await visitor.call('auth/sign-in', { email, password: 'Falsche-Tasse-1' }, agent)
  expect((await visitor.call('auth/sign-in', { email, password: rightPassword }, agent)).status).toBe(200)
  await visitor.call('send-2fa-code', {}, agent)
  await visitor.call('verify-2fa-code', { code: await otherThanMailed() }, agent)
  await visitor.call('verify-2fa-code', { code: await mailedCode() }, agent)
  await visitor.call('auth/user', { password: 'Neue-Kanne-8', currentPassword: rightPassword }, agent)
  const { body } = await visitor.call('list-own-security-events', {})
  expect(body.rows.map((row: { kind: string }) => row.kind)).toEqual([
    ...['passwordChanged', 'codeUsed', 'codeRefused', 'codeSent', 'signIn', 'signInFailed'],
  ])
  expect(body.rows[4]).toMatchObject({ network: '198.51.100.0/24', device: 'Firefox auf Windows' })
  const stranger = newVisitor()
  for (let one = 0; one < 7; one += 1) await stranger.call('auth/sign-in', { email, password: 'Falsche-Tasse-1' })
  // Tries during the lock are refused without being evaluated, and not recorded.
  expect((await kindsOf(email)).slice(0, 6)).toEqual(['locked', ...Array(4).fill('signInFailed'), 'passwordChanged'])
  const second = await visitor.call('list-own-security-events', { page: 2, pageSize: 10 })
  expect([second.body.total, second.body.rows.length, second.body.page]).toEqual([11, 1, 2])
})

test('a reset password, an ended session and the acts of others are distinguished; no account reads the events of another', async () => {
  await makeUser(app)
  await makeUser(app, { email: 'andere@kunde.example' })
  const visitor = await signInAs(newVisitor(), email)
  const sessions = (await visitor.call('list-own-sessions', {})).body.sessions
  await visitor.call('end-own-session', { sessionId: sessions[0].id })
  await newVisitor().call('auth/recover', { email })
  await runJobs()
  const reset = newVisitor()
  await reset.call('auth/verify', { token_hash: testApp.linkTo(email), type: 'recovery' })
  await reset.call('auth/user', { password: 'Neue-Kanne-8' })
  expect(await kindsOf(email)).toEqual(['signIn', 'passwordReset', 'sessionEnded', 'signIn'])
  const other = await signInAs(newVisitor(), 'andere@kunde.example')
  expect((await other.call('list-own-security-events', {})).body.total).toBe(1)
})

test('an unknown address is answered alike and leaves nothing but a count a day and network', async () => {
  await makeUser(app)
  for (let one = 0; one < 4; one += 1) {
    const { status } = await newVisitor(`198.51.100.${one}`).call('auth/sign-in', { email: 'niemand@kunde.example', password: 'x' })
    expect(status).toBe(401)
  }
  const rows = await app.db.selectFrom('securityEvents').selectAll().execute()
  expect(rows).toMatchObject([{ userId: null, kind: 'unknownAddress', network: '198.51.100.0/24', times: 4 }])
  expect(JSON.stringify(rows)).not.toMatch(/niemand/)
})

test('a device that is new to the account is mailed, the first one ever and a known one are not', async () => {
  await makeUser(app)
  const known = await signInAs(newVisitor(), email)
  await signInAs(known, email)
  await runJobs()
  expect(inbox.mails()).toEqual([])
  await newVisitor('192.0.2.9').call('auth/sign-in', { email, password: rightPassword }, agent)
  await runJobs()
  const [mail, ...others] = inbox.mails()
  expect([mail?.to, mail?.subject, others]).toEqual([email, 'Neue Anmeldung in Ihrem Konto', []])
  expect(mail?.text).toContain('Firefox auf Windows')
  expect(mail?.text).toContain(`${app.config.publicUrl}/konto`)
  expect(mail?.text).not.toMatch(/192\.0\.2/)
})

test('a browser is known for 180 days after it signed in, and a dormant account still recognises a new one', async () => {
  await makeUser(app)
  const answer = await newVisitor().call('auth/sign-in', { email, password: rightPassword })
  const lasting = answer.headers.getSetCookie().filter((line) => line.startsWith('caller='))
  expect(lasting.at(-1)).toContain(`Max-Age=${180 * 86_400}`)
  clock.moveTo(new Date(app.now().getTime() + 200 * 86_400_000))
  await sweepAccounts(app)
  await signInAs(newVisitor(), email)
  await runJobs()
  expect(inbox.mails().map(({ subject }) => subject)).toEqual(['Neue Anmeldung in Ihrem Konto'])
})

test('the operator reads the events of a company, and those of the administration', async () => {
  const company = await makeCompany(app)
  const orphan = await makeCompany(app, { companyName: 'Ohne Konto' })
  const owner = await makeOwner(app, company.id)
  await signInAs(newVisitor(), owner.email)
  const stranger = newVisitor()
  await stranger.call('verify-admin-code', { code: 'falsch' })
  const admin = await enterAsOperator(app, newVisitor())
  const read = async (body: object) =>
    (await admin.call('admin-list-security-events', body)).body.rows.map((row: { kind: string }) => row.kind)
  expect(await read({ companyId: company.id })).toEqual(['signIn'])
  expect(await read({ companyId: orphan.id })).toEqual([])
  expect(await read({})).toEqual(['signInFailed'])
})

test('both gates of the administration are recorded', async () => {
  const admin = newVisitor()
  await admin.call('verify-admin-code', { code: adminPassword })
  await admin.call('send-admin-2fa-code', {})
  expect((await admin.call('verify-admin-2fa-code', { code: await mailedCode() })).status).toBe(200)
  const { body } = await admin.call('admin-list-security-events', {})
  expect(body.rows.map((row: { kind: string }) => row.kind)).toEqual(['signIn', 'codeSent'])
})

test('events end after 90 days and with their account, and stand in the export', async () => {
  const user = await makeUser(app)
  const visitor = await signInAs(newVisitor(), email)
  const { body } = await visitor.call('export-own-data', {})
  expect(body.securityEvents).toEqual([{ kind: 'signIn', at: expect.any(String), network: '198.51.100.0/24', device: 'Unbekanntes Gerät' }])
  clock.moveTo(new Date(app.now().getTime() + 89 * 86_400_000))
  await sweepAccounts(app)
  expect(await kindsOf(email)).toEqual(['signIn'])
  clock.moveTo(new Date(app.now().getTime() + 2 * 86_400_000))
  await sweepAccounts(app)
  expect(await kindsOf(email)).toEqual([])
  await signInAs(newVisitor(), email)
  await app.db.deleteFrom('users').where('id', '=', user.id).execute()
  expect(await app.db.selectFrom('securityEvents').selectAll().execute()).toEqual([])
})

async function kindsOf(address: string) {
  const rows = await app.db
    .selectFrom('securityEvents')
    .innerJoin('users', 'users.id', 'securityEvents.userId')
    .select('kind')
    .where('users.email', '=', address)
    .orderBy('securityEvents.id', 'desc')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function mailedCode() {
  await runJobs()
  return /\b\d{6}\b/.exec(inbox.mails().find(({ subject }) => /Code/.test(subject))?.text ?? '')?.[0] ?? ''
}

const otherThanMailed = async () => ((await mailedCode()) === '000000' ? '111111' : '000000')
