import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAdaptorServer } from '@hono/node-server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operations } from '#src/wiring.ts'
import { bookingRequestFor, makeCompany } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { readConfig } from './config.ts'
import { createHttp, pagePathOf } from './http.ts'
import { describeError, openLog } from './log.ts'
import { enqueueMail } from './mail/mail.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, visitor, newVisitor, inbox, runJobs } = testApp

test('limits hold: the eleventh booking of an hour is refused, with the time to wait; the next hour is open', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1) {
    const company = await makeCompany(app)
    const request = bookingRequestFor(app, company.id, { customerEmail: `kundin${index}@kunde.example` })
    const answer = await visitor.call('create-booking-payment', request)
    statuses.push(answer.status)
    if (answer.status !== 429) continue
    expect(answer.body).toMatchObject({ code: 'limits.tooMany', error: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_500)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  const company = await makeCompany(app)
  expect((await newVisitor().call('create-booking-payment', bookingRequestFor(app, company.id))).status).toBe(200)
  testApp.clock.moveTo(new Date(Date.now() + 3_601_000))
  const later = bookingRequestFor(app, company.id, { customerEmail: 'spaeter@kunde.example' })
  expect((await visitor.call('create-booking-payment', later)).status).toBe(200)
})

test('a caller over one limit uses up nothing of the others: nobody can lock a stranger out', async () => {
  const customerEmail = 'opfer@kunde.example'
  for (let index = 0; index < 18; index += 1) {
    const company = await makeCompany(app)
    const address = index < 10 ? `kundin${index}@kunde.example` : customerEmail
    const answer = await visitor.call('create-booking-payment', bookingRequestFor(app, company.id, { customerEmail: address }))
    expect(answer.status).toBe(index < 10 ? 200 : 429)
  }
  const company = await makeCompany(app)
  expect((await newVisitor().call('create-booking-payment', bookingRequestFor(app, company.id, { customerEmail }))).status).toBe(200)
})

test('limits hold when many arrive at once', async () => {
  const company = await makeCompany(app)
  const tries = Array.from({ length: 12 }, (_, index) =>
    newVisitor(`198.51.100.${index}`).call('create-booking-payment', bookingRequestFor(app, company.id, { amount: 10 + index })),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(5)
  expect(statuses.filter((status) => status === 429).length).toBe(7)
})

test('a mail leaves once per occasion, also when the mail server was away, and keeps its Message-ID', async () => {
  const mail = {
    to: 'kundin@kunde.example',
    occasion: 'test:1',
    subject: 'Grüße',
    blocks: [{ kind: 'text' as const, text: 'Straße & <b>' }],
  }
  await enqueueMail(app.db, mail)
  await enqueueMail(app.db, mail)
  await refuse(2)
  await runJobs()
  expect(inbox.mails()).toEqual([])
  await retryNow()
  await retryNow()
  await enqueueMail(app.db, mail)
  await runJobs()
  expect(inbox.mails().length).toBe(1)
  expect(inbox.mails()[0]?.text).toContain('Straße & <b>')
  expect(inbox.mails()[0]?.html).toContain('Straße &amp; &lt;b&gt;')
  expect(inbox.mails()[0]?.messageId).toMatch(/^<[0-9a-f]{40}@localhost>$/)
})

test('an address that does not exist is given up at once, and the log does not name it', async () => {
  const mail = { to: 'nobody@kunde.example', occasion: 'test:3', subject: 'x', blocks: [] }
  await enqueueMail(app.db, mail)
  await refuse(1, 550)
  await runJobs()
  const sent = await app.db.selectFrom('sentMails').select(['occasion', 'refusedCode']).execute()
  expect(sent).toEqual([{ occasion: 'test:3', refusedCode: 550 }])
  await untilAsync(async () => (await countJobs()) === 0)
  expect(describeError(new Error('550 <nobody@kunde.example> unknown'))).not.toContain('nobody@')
})

test('one IPv6 customer is one, however many addresses they have, and nobody makes up an address', async () => {
  const behindProxy = await openWorldBehindProxy()
  const many = await behindProxy('10.0.0.1', (index) => `2001:db8:1:2::${index}`)
  expect(many).toEqual([...Array(10).fill(200), 429])
  const forged = await behindProxy('10.0.0.1', (index) => `9.9.9.${index}, 203.0.113.77:5555`)
  expect(forged).toEqual([...Array(10).fill(200), 429])
  const untrusted = await behindProxy('192.0.2.1', (index) => `9.9.9.${index}`)
  expect(untrusted).toEqual([...Array(10).fill(200), 429])
})

test.each([
  ['/search', '/search'],
  ['/search.data', '/search'],
  ['/search/_.data', '/search'],
  ['/reinigung/hamburg.data', '/reinigung/hamburg'],
  ['/_root.data', '/'],
  ['/_.data', '/'],
  ['/', '/'],
])('a request for %s counts as one for the page %s', (path, page) => expect(pagePathOf(path)).toBe(page))

test('a NUL character and a broken escape are no server errors', async () => {
  const search = await visitor.request('/rest/v1/rpc/search_companies_safe', { method: 'POST', body: '{"search_term":"a\\u0000b"}' })
  expect(search.status).toBe(200)
  expect((await visitor.request('/storage/v1/object/company-images/%zz', {})).status).toBe(404)
})

test('the wall stands before every answer, and what is no operation is refused in German', async () => {
  const answer = await visitor.request('/functions/v1/nothing', { method: 'POST', body: '{}' })
  expect([answer.status, await answer.json()]).toEqual([404, { success: false, error: 'Nicht gefunden', code: 'request.unknown' }])
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "connect-src 'self'"])
    expect(policy).toContain(rule)
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('in production every response has the headers of the wall, probes and files too, and none is shared with other origins', async () => {
  const http = await createHttp({ ...app, config: { ...app.config, isProduction: true } }, { operations })
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/robots.txt', '/.well-known/security.txt', '/functions/v1/none', '/none']) {
    const { headers } = await http.request(path, { headers: { origin: 'https://evil.example' } })
    const found = ['strict-transport-security', 'x-content-type-options', 'access-control-allow-origin'].map((name) => headers.get(name))
    expect([path, ...found]).toEqual([path, 'max-age=63072000; includeSubDomains', 'nosniff', null])
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*base-uri 'none'.*frame-ancestors 'none'$/)
  }
})

test('TRACE sends nothing back', async () => {
  const server = createAdaptorServer({ fetch: testApp.http.fetch }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end('TRACE / HTTP/1.1\r\nhost: localhost\r\nx-secret: 4711\r\nconnection: close\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer).not.toContain('4711')
  await new Promise((resolve) => server.close(resolve))
})

test('the log names the code of a refusal: of a guard, of a foreign page, of wrong input', async () => {
  const lines: object[] = []
  const log = openLog('info', { lines: { write: (line) => void lines.push(JSON.parse(line)) } })
  const http = await createHttp({ ...app, log }, { operations })
  const post = (path: string, headers: Record<string, string> = {}) => http.request(path, { method: 'POST', body: '{}', headers })
  await post('/functions/v1/list-own-sessions')
  await post('/functions/v1/admin-list-bookings')
  await post('/auth/v1/sign-out', { origin: 'https://evil.example' })
  await post('/auth/v1/sign-in')
  await http.request('/healthz')
  expect(lines).toMatchObject([
    { status: 401, code: 'accounts.signInNeeded' },
    { status: 401, code: 'admin.passwordNeeded' },
    { status: 403, code: 'request.foreignOrigin' },
    { status: 422, code: 'input.invalid' },
  ])
})

test('a body that is no JSON, none at all, or too large is refused', async () => {
  const post = (body: string) => visitor.request('/rest/v1/rpc/search_companies_safe', { method: 'POST', body })
  expect((await post('{')).status).toBe(422)
  expect((await post('')).status).toBe(422)
  expect((await post(JSON.stringify({ search_term: 'x'.repeat(300_000) }))).status).toBe(413)
})

test('the document describes every operation', async () => {
  const document = await (await visitor.request('/openapi.json', {})).json()
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths)).toContain('/functions/v1/create-booking-payment')
  expect(Object.keys(document.paths).length).toBeGreaterThan(9)
})

test('the document tells the truth about choices, forms and what can go wrong', async () => {
  const { paths } = await (await visitor.request('/openapi.json', {})).json()
  const setting = paths['/functions/v1/admin-update-settings'].post.requestBody.content['application/json'].schema
  expect(setting.properties.payout_clock.enum).toContain('06:00')
  expect(setting.properties.payout_weekday.enum.length).toBe(5)
  const contact = paths['/functions/v1/send-contact-message'].post
  expect(Object.keys(contact.requestBody.content)).toEqual(['application/json', 'application/x-www-form-urlencoded'])
  expect(Object.keys(contact.responses)).toEqual(['200', '303', '431', '4XX', '5XX'])
  expect(Object.keys(paths['/vorschau/{path}'].get.responses)).toContain('302')
})

test('headers that are too large are answered with the status of the document', async () => {
  const server = createAdaptorServer({ fetch: testApp.http.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { 'x-large': 'x'.repeat(20_000) } })
  expect(answer.status).toBe(431)
  await new Promise((resolve) => server.close(resolve))
})

async function countJobs() {
  const { rows } = await sql<{ left: number }>`select count(*) as left from graphile_worker._private_jobs`.execute(app.db)
  return rows[0]?.left
}

async function refuse(times: number, code = 451) {
  await fetch(`${inbox.pageUrl}/__control/refuse`, {
    method: 'POST',
    body: JSON.stringify({ times, code }),
    headers: { 'content-type': 'application/json' },
  })
}

async function retryNow() {
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db)
  await runJobs()
}

async function openWorldBehindProxy() {
  const config = readConfig({ ...process.env, APP_ENV: 'test', TRUSTED_PROXIES: '10.0.0.0/8' })
  const http = await createHttp({ ...app, config: { ...app.config, TRUSTED_PROXIES: config.TRUSTED_PROXIES } }, { operations })
  return async (remoteAddress: string, forwarded: (index: number) => string) => {
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) {
      const company = await makeCompany(app)
      const body = JSON.stringify(bookingRequestFor(app, company.id, { customerEmail: `k${Math.random()}@kunde.example` }))
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded(index) }
      const request = new Request(`${app.config.publicUrl}/functions/v1/create-booking-payment`, { method: 'POST', body, headers })
      statuses.push((await http.fetch(request, { incoming: { socket: { remoteAddress } } })).status)
    }
    return statuses
  }
}

async function untilAsync(isTrue: () => Promise<boolean>) {
  const deadline = Date.now() + 20_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('waited 20 s in vain')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
