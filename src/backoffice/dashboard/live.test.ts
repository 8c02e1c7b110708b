import { createAdaptorServer } from '@hono/node-server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestRefund } from '#src/money/payments/refundActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce, type LiveEvent } from '#src/platform/server/live.ts'
import { bookingRequestFor, enterAs, makeCompany, makeOwner, passCode } from '../../../tests/factories.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'
import { streamsPerSession } from './rules.ts'

const testApp = await openTestApp()
const { app, newVisitor, sandbox, runJobs } = testApp

test('a change in one process reaches the streams of the other at once: ids only, own company only', async () => {
  const secondServer = await testApp.openSecondServer()
  const [here, there] = [await makeCompanyWithOwner(newVisitor()), await makeCompanyWithOwner(secondServer.newVisitor())]
  const streams = [await listen(here), await listen(there)]
  for (const stream of streams) expect(await stream.next()).toBe('event: ready\ndata: {}')
  for (const [from, to, stream] of [
    [app, there, streams[1]],
    [secondServer.app, here, streams[0]],
  ] as const) {
    const began = performance.now()
    await change(from, { companyId: to.companyId, kind: 'payout', id: to.companyId })
    expect(await stream?.next()).toBe(`event: change\ndata: {"kind":"payout","id":"${to.companyId}"}`)
    // Much faster than the next poll, even on a busy machine.
    expect(performance.now() - began).toBeLessThan(5_000)
  }
  for (const stream of streams) expect(stream.waiting()).toEqual([])
})

test('a transaction that is rolled back sends no event', async () => {
  const company = await makeCompanyWithOwner()
  const stream = await listen(company)
  await stream.next()
  const failing = app.db.transaction().execute(async (tx) => {
    await announce(tx, { companyId: company.companyId, kind: 'company', id: company.companyId })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await change(app, { companyId: company.companyId, kind: 'booking', id: company.companyId })
  expect(await stream.next()).toContain('"booking"')
})

test('a paid, refunded or expired booking and a changed company send events', async () => {
  const company = await makeCompanyWithOwner()
  const stream = await listen(company)
  await stream.next()
  const customer = newVisitor()
  await customer.call('create-booking-payment', bookingRequestFor(app, company.companyId))
  const { bookingId, sessionId } = await app.db.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
  await sandbox.control('pay', { session: sessionId })
  await customer.call('verify-payment', { bookingId, sessionId })
  expect(await stream.next()).toBe(`event: change\ndata: {"kind":"booking","id":"${bookingId}"}`)
  await refundWhole(bookingId)
  expect(await stream.next()).toBe(`event: change\ndata: {"kind":"booking","id":"${bookingId}"}`)
  await customer.call('create-booking-payment', bookingRequestFor(app, company.companyId, { amount: 20 }))
  testApp.clock.moveTo(new Date(app.now().getTime() + 36 * 60_000))
  await sandbox.control('clock', { to: app.now().toISOString() })
  await enqueue(app.db, { name: 'payments.reconcile', payload: {} })
  await runJobs()
  expect(await stream.next()).toContain('"booking"')
  const { companyId } = company
  // A new address requires a fresh code.
  await passCode(app, company.visitor)
  const { status } = await company.visitor.call('update-company', {
    companyId,
    company_name: 'Anders',
    category: 'Garten',
    description: 'Hecken und Rasen.',
    location: 'Hamburg',
    contact_person: 'Ole Jansen',
    email: 'neu@glanzwerk.example',
    phone: '+49 40 66969102',
  })
  expect(status).toBe(200)
  expect(await stream.next()).toBe(`event: change\ndata: {"kind":"company","id":"${companyId}"}`)
})

const endings: [string, string, (company: Company) => Promise<unknown>][] = [
  ['signed out', 'accounts.signInNeeded', ({ visitor }) => visitor.call('auth/sign-out', {})],
  ['code eight hours old', 'step_up_required', ({ visitor }) => passCode(app, visitor, new Date(app.now().getTime() - 8 * 3_600_000))],
  [
    'company given to somebody else',
    'companies.notYours',
    ({ companyId }) => app.db.updateTable('companies').set({ userId: null }).where('id', '=', companyId).execute(),
  ],
]

test.each(endings)('%s: no further event, the stream says %s and closes', async (_what, code, end) => {
  const company = await makeCompanyWithOwner()
  const { companyId } = company
  const stream = await listen(company)
  await stream.next()
  await change(app, { companyId, kind: 'payout', id: companyId })
  expect(await stream.next()).toContain('event: change')
  await end(company)
  await change(app, { companyId, kind: 'payout', id: companyId })
  expect(await stream.next()).toBe(`event: ended\ndata: {"code":"${code}"}`)
  expect(await stream.next()).toBeUndefined()
})

test('a lost listening connection reconnects by itself and tells all streams to read again', async () => {
  const company = await makeCompanyWithOwner()
  const stream = await listen(company)
  await stream.next()
  const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'handschlag live' and datname = current_database()`
  await kill.execute(app.db)
  await change(app, { companyId: company.companyId, kind: 'payout', id: company.companyId })
  expect(await stream.next(5_000)).toBe('event: ready\ndata: {}')
  await change(app, { companyId: company.companyId, kind: 'payout', id: company.companyId })
  expect(await stream.next()).toContain('event: change')
})

test('a session has so many streams at once and no more; one that is closed makes room', async () => {
  const company = await makeCompanyWithOwner()
  const streams = []
  for (let one = 0; one < streamsPerSession; one++) streams.push(await listen(company))
  const refused = await open(company)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await listen(await makeCompanyWithOwner())).status).toBe(200)
  await streams[0]?.close()
  expect((await listen(company)).status).toBe(200)
})

test('a HEAD request leaves no open stream behind', async () => {
  const company = await makeCompanyWithOwner()
  const path = `/functions/v1/dashboard-events?companyId=${company.companyId}`
  for (let one = 0; one <= streamsPerSession; one++) {
    expect((await company.visitor.request(path, { method: 'HEAD' })).status).toBe(200)
  }
  expect((await listen(company)).status).toBe(200)
})

test('a burst of 500 events is sent in order, with headers that keep proxies from buffering', async () => {
  const company = await makeCompanyWithOwner()
  const { companyId } = company
  const stream = await listen(company)
  expect([stream.headers.get('content-type'), stream.headers.get('cache-control'), stream.headers.get('x-accel-buffering')]).toEqual([
    'text/event-stream; charset=utf-8',
    'private, no-store',
    'no',
  ])
  expect(stream.headers.get('content-encoding')).toBeNull()
  await stream.next()
  const ids = Array.from({ length: 500 }, (_one, index) => `id-${index}`)
  await app.db.transaction().execute(async (tx) => {
    for (const id of ids) await announce(tx, { companyId, kind: 'booking', id })
  })
  for (const id of ids) expect(await stream.next()).toContain(`"${id}"`)
})

test('when the server ends, so do its streams, and new ones end at once', async () => {
  const secondServer = await testApp.openSecondServer()
  const company = await makeCompanyWithOwner(secondServer.newVisitor())
  const stream = await listen(company)
  await stream.next()
  await secondServer.app.live.close()
  expect(await stream.next()).toBeUndefined()
  expect(await (await listen(company)).next()).toBeUndefined()
})

async function refundWhole(bookingId: string) {
  const { amountCents } = await app.db.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
  const refund = { bookingId, amountCents, owedCents: 0, reason: 'test', actor: 'system' }
  await app.db.transaction().execute((tx) => requestRefund(app, tx, refund))
  await runJobs()
}

test('over a real connection: a reader who leaves makes room, and the server can stop while others read', async () => {
  const secondServer = await testApp.openSecondServer()
  const company = await makeCompanyWithOwner(secondServer.newVisitor())
  const server = createAdaptorServer({ fetch: secondServer.http.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const cookie = [...company.visitor.cookies].map((pair) => pair.join('=')).join('; ')
  const url = `http://127.0.0.1:${port}/functions/v1/dashboard-events?companyId=${company.companyId}`
  const read = async () => {
    const leave = new AbortController()
    const answer = await fetch(url, { headers: { cookie }, signal: leave.signal })
    return { answer, leave: () => leave.abort() }
  }
  for (let round = 0; round < 3 * streamsPerSession; round++) {
    const { answer, leave } = await read()
    expect(answer.status).toBe(200)
    leave()
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  const { answer } = await read()
  const rest = answer.text()
  const stopped = (async () => {
    await secondServer.app.live.close()
    await new Promise((resolve) => server.close(resolve))
  })()
  expect(await rest).toContain(': connected')
  await stopped
})

type Company = { visitor: Visitor; companyId: string }

async function makeCompanyWithOwner(visitor = newVisitor()): Promise<Company> {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  return { companyId: company.id, visitor: await passCode(app, await enterAs(app, visitor, owner.email)) }
}

const change = (from: App, event: LiveEvent) => from.db.transaction().execute((tx) => announce(tx, event))

const open = ({ visitor, companyId }: Company) => visitor.request(`/functions/v1/dashboard-events?companyId=${companyId}`, {})

/** Yields the stream's events without heartbeats; undefined at its end. */
async function listen(company: Company) {
  const answer = await open(company)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const blocks: string[] = []
  let rest = ''
  let isOver = false
  void (async () => {
    while (!isOver && reader) {
      const { done, value } = await reader.read()
      isOver = done
      const parts = `${rest}${value ?? ''}`.split('\n\n')
      rest = parts.pop() ?? ''
      blocks.push(...parts.filter((part) => !part.startsWith(':')))
    }
  })()
  return {
    status: answer.status,
    headers: answer.headers,
    waiting: () => blocks,
    close: () => reader?.cancel(),
    next: async (patience = 2_000) => {
      const until = performance.now() + patience
      while (!blocks.length && !isOver && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
      if (!blocks.length && !isOver) throw new Error('nothing came')
      return blocks.shift()
    },
  }
}
