import { expect, test } from 'vitest'
import { type AnyEndpoint, type CallerKind, methodOf, pathOf } from '#src/platform/server/calls/endpoint.ts'
import { dashboardHours } from '#src/platform/server/calls/guard.ts'
import { operations } from '#src/wiring.ts'
import { enterAs, makeCompany, makeOwner, passCode, signInAs } from '../../../../tests/factories.ts'
import { openTestApp, type Visitor } from '../../../../tests/testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock, newVisitor, runJobs, inbox } = testApp

/** Proofs of each kind, stated a second time, so that a wrong row of the guard fails here; a new kind does not compile without its row. */
const proofs: Record<CallerKind, readonly ('code' | 'company')[]> = {
  V: [],
  T: [],
  U: [],
  U2: ['code'],
  P: ['company'],
  P2: ['code', 'company'],
  A1: [],
  A2: [],
  S: [],
  X: [],
}
const behindCode = operations.filter(({ allows }) => proofs[allows].includes('code')).map((one) => [one.name, one] as const)
const ofCompany = operations.filter(({ allows }) => proofs[allows].includes('company')).map((one) => [one.name, one] as const)
const noCompany = '019aa111-1111-7111-8111-111111111111'

test('the list of operations was read', () => {
  expect(behindCode.map(([name]) => name)).toContain('get-dashboard-data')
  expect(ofCompany.map(([name]) => name)).toEqual(expect.arrayContaining(['update-company', 'dashboard-events', 'booking-attachment']))
})

test.each(behindCode)(
  '%s: 401 for visitors, before the code and 8 hours after it 403 step_up_required, in between open',
  async (_name, one) => {
    const { company, owner } = await makeScene()
    const visitor = newVisitor()
    expect(await use(one, visitor, company.id)).toMatchObject({ status: 401, code: 'accounts.signInNeeded' })
    await enterAs(app, visitor, owner.email)
    expect(await use(one, visitor, company.id)).toMatchObject(refusal)
    const passedAt = app.now()
    await passCode(app, visitor, passedAt)
    const isOpen = async () =>
      !['step_up_required', 'accounts.signInNeeded', 'companies.notYours', 'internal'].includes((await use(one, visitor, company.id)).code)
    expect(await isOpen()).toBe(true)

    const lasts = one.stepUpMinutes ?? dashboardHours * 60
    clock.moveTo(new Date(passedAt.getTime() + lasts * 60_000 - 5_000))
    expect(await isOpen()).toBe(true)
    clock.moveTo(new Date(passedAt.getTime() + lasts * 60_000))
    expect(await use(one, visitor, company.id)).toMatchObject(refusal)
    if (one.stepUpMinutes) expect(one.stepUpMinutes).toBeLessThanOrEqual(10)
  },
)

test.each(ofCompany)("%s: another's company, none, an archived one and no id at all are the same 404", async (_name, one) => {
  const { company, owner } = await makeScene()
  const another = await makeScene()
  const visitor = await passCode(app, await enterAs(app, newVisitor(), owner.email))
  for (const id of [another.company.id, noCompany, 'x', '']) {
    expect(await use(one, visitor, id)).toEqual({ status: 404, code: 'companies.notYours', error: 'Firma nicht gefunden', success: false })
  }
  expect((await use(one, visitor, company.id)).code).not.toBe('companies.notYours')
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', company.id).execute()
  expect((await use(one, visitor, company.id)).code).not.toBe('companies.notYours')
  await app.db.updateTable('companies').set({ archivedAt: app.now() }).where('id', '=', company.id).execute()
  expect((await use(one, visitor, company.id)).code).toBe('companies.notYours')
})

test("the code goes to the session's own address, opens this session only, and stands nowhere readable", async () => {
  const { owner } = await makeScene()
  const visitor = await signInAs(newVisitor(), owner.email)
  const elsewhere = await signInAs(newVisitor(), owner.email)
  expect((await visitor.call('send-2fa-code', { email: 'angreifer@example.com' })).body).toEqual({ success: true })
  const { rows } = await app.pool.query('select payload::text as payload from graphile_worker._private_jobs')
  await runJobs()
  const [mail, ...others] = inbox.mails().filter(({ subject }) => subject !== 'Neue Anmeldung in Ihrem Konto')
  expect([mail?.to, mail?.subject, others]).toEqual([owner.email, 'Ihr Code für das Dashboard', []])
  const code = codeIn(mail?.text)
  expect(rows.filter(({ payload }) => payload.includes(code))).toEqual([])

  const stolen = await elsewhere.call('verify-2fa-code', { code })
  expect([stolen.status, stolen.body]).toEqual([403, { success: false, error: wrongText, code: 'dashboard.codeWrong' }])
  const copied = newVisitor()
  copied.cookies.set('session', visitor.cookies.get('session') ?? '')
  expect((await copied.call('auth/session', {})).body.session).not.toBeNull()
  expect((await visitor.call('verify-2fa-code', { email: 'angreifer@example.com', code })).body).toEqual({ success: true })
  // The session got a new cookie: a copy of the earlier one opens nothing any more.
  expect((await copied.call('auth/session', {})).body.session).toBeNull()
  expect((await visitor.call('get-dashboard-data', {})).status).toBe(200)
  expect((await elsewhere.call('get-dashboard-data', {})).body.code).toBe('step_up_required')
  expect((await visitor.call('verify-2fa-code', { code })).status).toBe(403)
})

test('a malformed code is a wrong one, and after signing in again the code is asked for again', async () => {
  const { owner } = await makeScene()
  const visitor = await signInAs(newVisitor(), owner.email)
  for (const code of ['', '12345', '1234567', 'abcdef', '12 345']) {
    const { status, body } = await visitor.call('verify-2fa-code', { code })
    expect([status, body.success, body.fields]).toEqual([422, false, { code: [wrongText] }])
  }
  await passCode(app, visitor)
  expect((await visitor.call('get-dashboard-data', {})).status).toBe(200)
  await signInAs(visitor, owner.email)
  expect((await visitor.call('get-dashboard-data', {})).body.code).toBe('step_up_required')
})

test('1,000 parallel guesses over two servers: five are evaluated, then the right code is worth nothing', async () => {
  const { owner } = await makeScene()
  const here = await signInAs(newVisitor(), owner.email)
  await here.call('send-2fa-code', {})
  await runJobs()
  const code = codeIn(inbox.mails()[0]?.text)
  const there = (await testApp.openSecondServer()).newVisitor()
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  const guesses = Array.from({ length: 1_000 }, (_one, index) => String(index).padStart(6, '0')).filter((guess) => guess !== code)
  const answers = await Promise.all(guesses.map((guess, index) => (index % 2 ? here : there).call('verify-2fa-code', { code: guess })))
  expect(answers.every(({ status }) => status === 403 || status === 429)).toBe(true)
  expect((await here.call('verify-2fa-code', { code })).status).toBe(403)
  const { tries } = await app.db.selectFrom('oneTimeCodes').select('tries').executeTakeFirstOrThrow()
  const { failures } = await app.db.selectFrom('codeFailures').select('failures').executeTakeFirstOrThrow()
  expect([tries, failures]).toEqual([5, 5])
})

test('five codes in ten minutes; without a failure left no code is sent, an hour later again', async () => {
  const { owner } = await makeScene()
  const visitor = await signInAs(newVisitor(), owner.email)
  const statuses = []
  for (let one = 0; one < 6; one++) statuses.push((await visitor.call('send-2fa-code', {})).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const until = new Date(app.now().getTime() + 3_600_000)
  await app.db.insertInto('codeFailures').values({ purpose: 'dashboard', subject: owner.id, failures: 15, until }).execute()
  clock.moveTo(new Date(app.now().getTime() + 11 * 60_000))
  inbox.clear()
  expect((await visitor.call('send-2fa-code', {})).status).toBe(429)
  clock.moveTo(new Date(until.getTime() + 1_000))
  expect((await visitor.call('send-2fa-code', {})).status).toBe(200)
})

test('sixty files in ten minutes, no more: each is held in memory while it is sent', async () => {
  const { company, owner } = await makeScene()
  const visitor = await passCode(app, await signInAs(newVisitor(), owner.email))
  const path = `/functions/v1/booking-attachment?companyId=${company.id}&attachmentId=x`
  const statuses = await Promise.all(Array.from({ length: 65 }, async () => (await visitor.request(path, {})).status))
  expect([404, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([60, 5])
})

const refusal = { status: 403, code: 'step_up_required', error: 'Bitte bestätigen Sie den Zugriff mit dem Code aus der E-Mail.' }
const wrongText = 'Ungültiger oder abgelaufener Code. Bitte versuchen Sie es erneut.'
const codeIn = (text = '') => /\b\d{6}\b/.exec(text)?.[0] ?? ''

async function makeScene() {
  const company = await makeCompany(app)
  return { company, owner: await makeOwner(app, company.id) }
}

/** Calls an operation with the company where its kind expects it: in body, header, query or path. */
async function use(one: AnyEndpoint, visitor: Visitor, companyId: string) {
  const path = pathOf(one).replace('*', `${companyId}/logo/1.png`)
  const address = one.kind === 'resource' ? `${path}?companyId=${companyId}` : path
  const stop = new AbortController()
  const answer = await visitor.request(address, {
    method: methodOf(one),
    ...(one.kind === 'resource' ? {} : { body: one.kind === 'raw' ? 'x' : JSON.stringify({ companyId }) }),
    headers: one.kind === 'raw' ? { 'x-company-id': companyId } : {},
    signal: stop.signal,
  })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  const body = isJson ? await answer.json() : { code: '' }
  await answer.body?.cancel().catch(() => undefined)
  stop.abort()
  return { status: answer.status, code: '', ...body }
}
