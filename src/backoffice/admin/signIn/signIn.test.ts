import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../../../../tests/testApp.ts'
import { hashPassword } from './passwordActions.ts'

const password = 'Ein langes Admin-Passwort'
const testApp = await openTestApp({ ADMIN_PASSWORD: password, ADMIN_EMAIL: 'leitung@handschlag.example', LIMITS_FACTOR: '1' })
const { app, newVisitor, runJobs, inbox } = testApp
type Visitor = ReturnType<typeof newVisitor>

test('password, then code, then the shell: nothing behind a gate answers before the gate is passed', async () => {
  const visitor = newVisitor()
  const behind = ['send-admin-2fa-code', 'verify-admin-2fa-code', 'admin-list-audit'] as const
  const tryAll = async () => Promise.all(behind.map(async (name) => (await visitor.call(name, { code: '000000' })).status))
  expect(await tryAll()).toEqual([401, 401, 401])
  expect(await stateOf(visitor)).toBe('none')

  expect((await visitor.call('verify-admin-code', { code: password })).body).toEqual({ success: true })
  expect(await stateOf(visitor)).toBe('password')
  expect((await visitor.call('admin-list-audit', {})).status).toBe(403)

  const code = await sendCode(visitor)
  expect((await visitor.call('verify-admin-2fa-code', { code })).body).toEqual({ verified: true })
  expect(await stateOf(visitor)).toBe('authenticated')
  expect((await visitor.call('admin-list-audit', {})).status).toBe(200)
})

test('a wrong password says so; five tries in a quarter of an hour per address', async () => {
  const visitor = newVisitor()
  for (let one = 0; one < 5; one++) {
    const { status, body } = await visitor.call('verify-admin-code', { code: 'falsch' })
    expect([status, body.error, body.code]).toEqual([401, 'Ungültige Anmeldedaten', 'admin.passwordWrong'])
  }
  const sixth = await visitor.call('verify-admin-code', { code: password })
  expect([sixth.status, sixth.body.code]).toEqual([429, 'limits.tooMany'])
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await newVisitor('198.51.100.99').call('verify-admin-code', { code: password })).status).toBe(200)
  advance(15 * 60_000)
  expect((await visitor.call('verify-admin-code', { code: password })).status).toBe(200)
})

test('an empty password and a malformed code are refused with their texts', async () => {
  const visitor = await pastPassword()
  const empty = await visitor.call('verify-admin-code', { code: '' })
  expect([empty.status, empty.body.fields]).toEqual([422, { code: ['Bitte geben Sie das Admin-Passwort ein.'] }])
  const short = await visitor.call('verify-admin-2fa-code', { code: '12345' })
  expect([short.status, short.body.fields]).toEqual([422, { code: ['Ungültiger Code'] }])
})

test('the code is mailed to the configured address, not the one in the body, and is not readable in the queue', async () => {
  const visitor = await pastPassword()
  await visitor.call('send-admin-2fa-code', { email: 'angreifer@example.com' })
  const { rows } = await sql<{ payload: string }>`select payload::text as payload from graphile_worker._private_jobs`.execute(app.db)
  expect(rows.length).toBe(1)
  await runJobs()
  const [mail, ...others] = inbox.mails()
  expect([mail?.to, mail?.subject, others]).toEqual(['leitung@handschlag.example', 'Ihr Code für die Verwaltung', []])
  const code = codeIn(mail?.text)
  expect(rows.some(({ payload }) => payload.includes(code))).toBe(false)
  const { rows: kept } = await sql<{ row: string }>`select to_jsonb(one)::text as row from one_time_codes as one`.execute(app.db)
  expect(kept.map(({ row }) => row.includes(code))).toEqual([false])
})

test('wrong codes: the fifth uses the code up, and the right one no longer opens', async () => {
  const visitor = await pastPassword()
  const code = await sendCode(visitor)
  const answers = []
  for (let one = 0; one < 5; one++) answers.push(await visitor.call('verify-admin-2fa-code', { code: wrong(code) }))
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    ...Array.from({ length: 4 }, () => [401, 'admin.codeWrong']),
    [429, 'admin.codeUsedUp'],
  ])
  expect(answers[0]?.body.error).toBe('Ungültiger oder abgelaufener Code')
  expect((await visitor.call('verify-admin-2fa-code', { code })).status).toBe(429)
  expect(await stateOf(visitor)).toBe('password')
})

test('200 parallel guesses at one code: at most five are evaluated', async () => {
  const visitor = await pastPassword()
  const code = await sendCode(visitor)
  const guesses = Array.from({ length: 200 }, (_one, index) => String(index).padStart(6, '0')).filter((one) => one !== code)
  const answers = await Promise.all(guesses.map((guess) => visitor.call('verify-admin-2fa-code', { code: guess })))
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
  expect((await visitor.call('verify-admin-2fa-code', { code })).status).toBe(429)
  const { tries } = await app.db.selectFrom('oneTimeCodes').select('tries').executeTakeFirstOrThrow()
  const { failures } = await app.db.selectFrom('codeFailures').select('failures').executeTakeFirstOrThrow()
  expect([tries, failures]).toEqual([5, 5])
})

test('two server processes share session, code and tries', async () => {
  const here = await pastPassword()
  const code = await sendCode(here)
  const there = (await testApp.openSecondServer()).newVisitor()
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  expect(await stateOf(there)).toBe('password')
  const guesses = Array.from({ length: 100 }, (_one, index) => [here, there][index % 2] ?? here)
  await Promise.all(guesses.map((visitor) => visitor.call('verify-admin-2fa-code', { code: wrong(code) })))
  expect((await app.db.selectFrom('codeFailures').select('failures').executeTakeFirstOrThrow()).failures).toBe(5)
  expect((await there.call('verify-admin-2fa-code', { code: await sendCode(there) })).status).toBe(200)
})

test('the right code in 50 parallel requests opens one session', async () => {
  const visitor = await pastPassword()
  const code = await sendCode(visitor)
  const answers = await Promise.all(Array.from({ length: 50 }, () => visitor.call('verify-admin-2fa-code', { code })))
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  const sessions = await app.db.selectFrom('adminSessions').select('state').execute()
  expect(sessions).toEqual([{ state: 'authenticated' }])
  expect((await auditRows()).map(({ action }) => action)).toEqual(['admin.signIn'])
})

test('guessing over many codes: fifteen evaluations an hour over all sessions, then no code is sent either', async () => {
  for (const round of [1, 2, 3]) {
    const visitor = await pastPassword(`198.51.100.${round}`)
    const code = await sendCode(visitor)
    for (let one = 0; one < 8; one++) await visitor.call('verify-admin-2fa-code', { code: wrong(code) })
    expect((await app.db.selectFrom('codeFailures').select('failures').executeTakeFirstOrThrow()).failures).toBe(5 * round)
  }
  const fourth = await pastPassword('198.51.100.4')
  inbox.clear()
  const { status, body, headers } = await fourth.call('send-admin-2fa-code', {})
  expect([status, body.code]).toEqual([429, 'limits.tooMany'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
  await runJobs()
  expect(inbox.mails()).toEqual([])

  advance(3_600_000)
  const later = await pastPassword('198.51.100.5')
  const code = await sendCode(later)
  expect((await later.call('verify-admin-2fa-code', { code })).status).toBe(200)
})

test('a new code kills the old one, a code of another session opens nothing, an old one is too late', async () => {
  const visitor = await pastPassword()
  const first = await sendCode(visitor)
  const second = await sendCode(visitor)
  if (first !== second) expect((await visitor.call('verify-admin-2fa-code', { code: first })).status).toBe(401)
  const other = await pastPassword('198.51.100.20')
  expect((await other.call('verify-admin-2fa-code', { code: second })).status).toBe(401)
  advance(10 * 60_000)
  expect((await visitor.call('verify-admin-2fa-code', { code: second })).status).toBe(401)
})

test('five codes in ten minutes, then a pause', async () => {
  const visitor = await pastPassword()
  const statuses = []
  for (let one = 0; one < 6; one++) statuses.push((await visitor.call('send-admin-2fa-code', {})).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('two hours after the code the session ends, to the second, and nothing prolongs it', async () => {
  const visitor = await signedIn()
  const { code, status } = (await visitor.call('verify-admin-2fa-code', { code: '000000' })).body
  expect([code, status]).toEqual(['admin.alreadyIn', undefined])
  expect((await visitor.call('send-admin-2fa-code', {})).status).toBe(409)
  const { body } = await visitor.call('admin-session', {})
  const left = new Date(body.expires_at).getTime() - app.now().getTime()
  expect(left).toBeGreaterThan(2 * 3_600_000 - 5_000)
  expect(left).toBeLessThanOrEqual(2 * 3_600_000)
  testApp.clock.moveTo(new Date(new Date(body.expires_at).getTime() - 5_000))
  expect((await visitor.call('admin-list-audit', {})).status).toBe(200)
  testApp.clock.moveTo(new Date(body.expires_at))
  expect((await visitor.call('admin-list-audit', {})).status).toBe(401)
  expect(await stateOf(visitor)).toBe('none')
})

test('a password that waited half an hour for its code has to be entered again', async () => {
  const visitor = await pastPassword()
  advance(30 * 60_000)
  expect([await stateOf(visitor), (await visitor.call('send-admin-2fa-code', {})).status]).toEqual(['none', 401])
})

test('the cookie: HttpOnly, Lax, new after each gate; the old one opens nothing; only its hash is kept', async () => {
  const visitor = newVisitor()
  const first = (await visitor.call('verify-admin-code', { code: password })).headers.getSetCookie().find(isAdminCookie) ?? ''
  const code = await sendCode(visitor)
  const second = (await visitor.call('verify-admin-2fa-code', { code })).headers.getSetCookie().find(isAdminCookie) ?? ''
  expect(first).toMatch(/^admin=[\w-]{43}; .*HttpOnly/)
  expect(second).toMatch(/SameSite=Lax/)
  expect(second).toMatch(/Max-Age=(7200|719\d)/)
  expect(cookieValue(second)).not.toBe(cookieValue(first))
  const fixed = await newVisitor().request('/functions/v1/admin-session', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', cookie: `admin=${cookieValue(first)}` },
  })
  expect(await fixed.json()).toEqual({ state: 'none' })
  const { rows } = await sql<{ row: string }>`select to_jsonb(one)::text as row from admin_sessions as one`.execute(app.db)
  expect(rows.map(({ row }) => row.includes(cookieValue(second)))).toEqual([false])
})

test('sign-in and sign-out stand in the audit log, written in the same transaction', async () => {
  const visitor = await signedIn()
  expect((await visitor.call('admin-list-audit', {})).body.rows).toMatchObject([{ action: 'admin.signIn', object_type: 'adminSession' }])
  expect((await visitor.call('admin-sign-out', {})).body).toEqual({ success: true })
  expect(await stateOf(visitor)).toBe('none')
  expect((await visitor.call('admin-list-audit', {})).status).toBe(401)
  const rows = await auditRows()
  expect(rows.map(({ action }) => action)).toEqual(['admin.signIn', 'admin.signOut'])
  expect(new Set(rows.map(({ actor }) => actor)).size).toBe(1)
  expect(rows.every(({ requestId }) => /^[\da-f-]{36}$/.test(requestId))).toBe(true)
})

test('signing in or out fails if its audit row cannot be written', async () => {
  const visitor = await signedIn()
  await sql`create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$`.execute(app.db)
  await sql`create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`.execute(app.db)
  try {
    expect((await visitor.call('admin-sign-out', {})).status).toBe(500)
    expect(await stateOf(visitor)).toBe('authenticated')
    const another = await pastPassword('198.51.100.30')
    const code = await sendCode(another)
    expect((await another.call('verify-admin-2fa-code', { code })).status).toBe(500)
    expect(await stateOf(another)).toBe('password')
  } finally {
    await sql`drop trigger refuse_audit on audit_log`.execute(app.db)
    await sql`drop function refuse_audit`.execute(app.db)
  }
})

test('the audit log is append-only and read in pages, newest first', async () => {
  const visitor = await signedIn()
  await sql`
    insert into audit_log (at, actor, action, object_type, object_id, request_id)
    select ${app.now()}::timestamptz - make_interval(mins => n), 'system', 'test.number' || n, 'test', n::text, 'r'
    from generate_series(1, 60) as n`.execute(app.db)
  const page = await visitor.call('admin-list-audit', { page: 2, pageSize: 3 })
  expect(page.body.rows.map(({ action }: { action: string }) => action)).toEqual(['test.number3', 'test.number4', 'test.number5'])
  expect([page.body.total, page.body.page]).toEqual([61, 2])
  expect((await visitor.call('admin-list-audit', {})).body.rows.length).toBe(25)
  expect((await visitor.call('admin-list-audit', { pageSize: 101 })).status).toBe(422)
  for (const change of [sql`update audit_log set actor = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await expect(change.execute(app.db)).rejects.toThrow(/audit_log is append-only/)
  }
})

test('a configured hash counts instead of the password in clear', async () => {
  const hash = await hashPassword('Nur als Hash bekannt', Buffer.alloc(16, 7))
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  Object.assign(app.config, { ADMIN_PASSWORD_HASH: hash })
  try {
    expect((await newVisitor().call('verify-admin-code', { code: password })).status).toBe(401)
    expect((await newVisitor().call('verify-admin-code', { code: 'Nur als Hash bekannt' })).status).toBe(200)
  } finally {
    Object.assign(app.config, { ADMIN_PASSWORD_HASH: undefined })
  }
})

async function pastPassword(ip?: string) {
  const visitor = newVisitor(ip)
  expect((await visitor.call('verify-admin-code', { code: password })).status).toBe(200)
  return visitor
}

async function signedIn() {
  const visitor = await pastPassword('198.51.100.60')
  const code = await sendCode(visitor)
  expect((await visitor.call('verify-admin-2fa-code', { code })).status).toBe(200)
  return visitor
}

async function sendCode(visitor: Visitor) {
  expect((await visitor.call('send-admin-2fa-code', {})).status).toBe(200)
  inbox.clear()
  await runJobs()
  return codeIn(inbox.mails()[0]?.text)
}

const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const wrong = (code: string) => (code === '123456' ? '654321' : '123456')
const stateOf = async (visitor: Visitor) => (await visitor.call('admin-session', {})).body.state
const auditRows = () => app.db.selectFrom('auditLog').selectAll().orderBy('at').orderBy('id').execute()
const advance = (ms: number) => testApp.clock.moveTo(new Date(app.now().getTime() + ms))
const isAdminCookie = (line: string) => line.startsWith('admin=')
const cookieValue = (line: string) => /^admin=([^;]*)/.exec(line)?.[1] ?? ''
