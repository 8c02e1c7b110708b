import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { enterAsOperator, makeCompany } from '../../../../tests/factories.ts'
import { countStatements } from '../../../../tests/statements.ts'
import { openTestApp, openVisitor } from '../../../../tests/testApp.ts'
import { operations } from '../../../wiring.ts'
import { createHttp } from '../http.ts'

// docs/spec.md#kept-pages: responses that are the same for all visitors are cached for some seconds, or until a change is notified.
const { app } = await openTestApp({ LIMITS_FACTOR: '1' })
const { db, statements } = countStatements(app.db)
const http = await createHttp({ ...app, db }, { operations })
const visit = (ip: string) => openVisitor(http, app.config.publicUrl, ip)

// The first search prepares the catalogue, which takes long on a busy machine.
const aWhile = { timeout: 60_000 }
let visitors = 0
/** Each request comes from a new address. */
const newAddress = () => {
  visitors += 1
  return `198.51.${100 + Math.floor(visitors / 250)}.${visitors % 250}`
}

async function ask(ip: string, name = 'rpc/search_companies_safe') {
  statements.length = 0
  const { status, body, headers } = await visit(ip).call(name, name.endsWith('safe') ? { search_term: 'Ofenwerk' } : {})
  return { status, body, total: headers.get('x-total-count'), statements: statements.length }
}

test('the second who asks the same gets the same without the database, until something changes', async () => {
  await vi.waitUntil(async () => {
    await ask(newAddress())
    return (await ask(newAddress())).statements === 0
  }, aWhile)
  expect(await ask(newAddress())).toEqual({ status: 200, body: [], total: '0', statements: 0 })
  await makeCompany(app, { companyName: 'Ofenwerk' })
  await vi.waitUntil(async () => (await ask(newAddress())).total === '1', aWhile)
  const first = await ask(newAddress())
  expect(first.body).toMatchObject([{ company_name: 'Ofenwerk' }])
  expect(await ask(newAddress())).toEqual({ ...first, statements: 0 })
})

test('what the operator changed is seen by the next visitor, even if the database is slow to tell of it', async () => {
  const { id } = await makeCompany(app, { companyName: 'Ofenwerk' })
  const found = async () => (await ask(newAddress())).total
  await vi.waitUntil(async () => (await found()) === '1', aWhile)
  const { rows } = await sql<{ pid: number }>`
    select pid
    from pg_stat_activity
    where application_name = 'handschlag live' and datname = current_database()`.execute(app.db)
  const [teller, ...others] = rows
  if (!teller || others.length > 0) throw new Error(`${rows.length} connections listen`)
  const admin = await enterAsOperator(app, visit(newAddress()))
  try {
    process.kill(teller.pid, 'SIGSTOP')
    await vi.waitUntil(async () => (await ask(newAddress())).statements === 0, aWhile)
    const order = { companyId: id, reason: 'Beschwerden', companyReason: 'Prüfung' }
    expect((await admin.call('admin-suspend-company', order)).status).toBe(200)
    expect(await found()).toBe('0')
  } finally {
    process.kill(teller.pid, 'SIGCONT')
  }
})

test('cached responses count against rate limits, too', async () => {
  const statuses = new Set<number>()
  for (let time = 0; time < 121; time += 1) statuses.add((await ask('192.0.2.9')).status)
  expect([...statuses]).toEqual([200, 429])
})
