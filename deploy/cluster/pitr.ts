import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { configuredStorage } from '#src/platform/ports/configuredStorage.ts'
import { NothingStored } from '#src/platform/ports/storage.ts'
import { readConfig } from '#src/platform/server/config.ts'
import { listNamed } from '../../scripts/admin/backup/uploads.ts'
import { openMailbox } from '../../tests/chaos/mailbox.ts'
import { type SeededCompany, seedCompanies } from '../../tests/chaos/seed.ts'
import { postJson } from '../../tests/chaos/system.ts'
import { createRng } from '../../tests/rng.ts'
import { openCustomers } from './customers.ts'
import { readKept, writeKept } from './kept.ts'
import { cluster, setting, untilHealthy } from './machines.ts'
import { openWrites } from './writes.ts'

/**
 * Drill of a restore from cold (pitr.sh) on a running cluster. Customers book and pay after a base backup; then all machines of databases and
 * servers are lost with their disks and the files of the storage. `loss` restores to the end of the archive; `mistake` to the second before a
 * statement that deleted everything. Prints RPO and RTO and checks that the storage has the uploads that rows name.
 */
const kind = process.argv[2] ?? 'loss'
if (kind !== 'loss' && kind !== 'mistake') throw new Error(`there is no drill '${kind}': loss or mistake`)
/** Seconds of bookings between base backup and failure, and between two copies of the storage. */
const bookedSeconds = 60
const copySeconds = 2

const folder = join(setting('WORK'), 'drills')
mkdirSync(folder, { recursive: true })
const config = readConfig(process.env)
const storage = await configuredStorage(config)
const sandboxUrl = setting('SANDBOX_URL')
const control = (verb: string, body: object = {}) => postJson(`${sandboxUrl}/__control/${verb}`, body)
const system = { database: { url: setting('DATABASE_URL') }, config, control, sandboxUrl, publicUrl: setting('PUBLIC_URL') }
await openMailbox({ port: Number(setting('MAIL_PORT')), rng: createRng(1), operatorAddress: setting('ADMIN_EMAIL') })

await untilHealthy(300)
const companies = readKept<SeededCompany[] | undefined>(folder, 'companies', undefined) ?? (await seedCompanies(system)).companies
writeKept(folder, 'companies', companies)
const backingUp = stopwatch()
await cluster('backup')
say(`base backup: ${backingUp()}`)

const customers = openCustomers({ ...system, companies, rng: createRng(Date.now()), name: `pitr-${Date.now()}` })
const writes = openWrites(setting('PROBE_URL'))
let isCopying = true
let copiedAt = 0
const copying = copyStorage()
customers.start()
await pause(bookedSeconds * 1_000)
const missingBefore = await listMissing()
const target = kind === 'mistake' ? await makeMistake() : undefined

isCopying = false
await copying
const failedAt = Date.now()
const failed = stopwatch()
await cluster('lose')
const gone = customers.stop()
await writes.stop()
say(`everything is lost; the storage was copied ${((failedAt - copiedAt) / 1_000).toFixed(1)} s before`)

await cluster('restore', target?.toISOString().replace('T', ' ').replace('Z', '+00') ?? 'latest')
const stateOf = await untilRestored()
const databaseTime = failed()
say(`the database leads again after ${databaseTime}, with the state of ${stateOf.toISOString()}`)
// Without its log and the lines of its lists.
for (const line of await cluster('after-restore', stateOf.toISOString())) if (!/^[{ ]/.test(line)) say(`  ${line}`)
await cluster('start-app', '1')
await untilReady()
const readyTime = failed()
say(`the server answers /readyz after ${readyTime}`)
await cluster('start-app', '2')
const healthyMs = await untilHealthy(600)
say(`pools, listeners, jobs and replicas work after ${healthyMs === undefined ? 'more than ten minutes' : failed()}`)
await gone

const lost = await writes.lost()
const until = target?.getTime() ?? failedAt
// The machines are lost one after the other, and until then writes are confirmed: these count, too.
const lostBefore = target ? lost.filter((at) => at < until) : lost
const leftAfter = target ? writes.committed.filter((at) => at > until + 1_000 && !lost.includes(at)) : []
const missing = (await listMissing()).keys.filter((key) => !missingBefore.keys.includes(key))
const bookings = await countBookings()
console.log(
  '| restored | writes confirmed, lost before | RPO | database leads | /readyz | paid bookings, forgotten | uploads named, missing |',
)
console.log('|---|---|---|---|---|---|---|')
console.log(
  `| ${[
    target ? 'to the second before a mistake' : 'to the end of the archive',
    `${writes.committed.length}, ${lostBefore.length}`,
    `${((until - Math.min(until, ...lostBefore)) / 1_000).toFixed(1)} s`,
    databaseTime,
    readyTime,
    `${customers.payments.length}, ${customers.payments.length - bookings}`,
    `${(await listMissing()).named}, ${missing.length}`,
  ].join(' | ')} |`,
)
for (const key of missing) console.log(`✗ ${key} is named by a row and not stored`)
if (leftAfter.length > 0) console.log(`✗ ${leftAfter.length} writes are later than the time of the restore`)
if (target && lostBefore.length > 0) console.log(`✗ ${lostBefore.length} writes before the time of the restore are lost`)
process.exit(missing.length + leftAfter.length > 0 || (target && lostBefore.length > 0) || healthyMs === undefined ? 1 : 0)

/** Copies the storage again and again, and notes when a copy that is complete began. */
async function copyStorage() {
  while (isCopying) {
    const beganAt = Date.now()
    await cluster('copy-files')
    copiedAt = beganAt
    await pause(copySeconds * 1_000)
  }
}

/** Notes a second, and deletes rows after it. The operator then closes the open segment of the archive, because the database still lives. */
async function makeMistake() {
  const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000)
  await pause(at.getTime() - Date.now() + 2_000)
  await withClient(setting('PROBE_URL'), (client) => client.query('delete from drill_writes'))
  await cluster('switch-wal')
  await pause(5_000)
  return at
}

/** Keys of uploads that rows name and the storage lacks, and the number of all that are named. */
async function listMissing() {
  const named = (await withClient(setting('DATABASE_URL'), listNamed)).filter(({ isCopy }) => !isCopy)
  const keys: string[] = []
  for (const { key } of named) {
    try {
      for await (const _ of await storage.read(key));
    } catch (error) {
      if (!(error instanceof NothingStored)) throw error
      keys.push(key)
    }
  }
  return { named: named.length, keys }
}

/** Waits for the restored database behind the proxy; returns the time of its newest write. */
async function untilRestored(): Promise<Date> {
  for (;;) {
    const found = await withClient(setting('PROBE_URL'), (client) =>
      client.query<{ at: Date }>('select max(at) as at from drill_writes'),
    ).catch(() => undefined)
    const at = found?.rows[0]?.at
    if (at) return at
    await pause(500)
  }
}

async function untilReady() {
  const url = `http://${setting('NET')}.21:3000/readyz`
  const isReady = () =>
    fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await pause(200)
}

/** Number of the paid bookings that the restored database has as paid. */
async function countBookings() {
  const ids = customers.payments.map(({ bookingId }) => bookingId)
  const { rows } = await withClient(setting('DATABASE_URL'), (client) =>
    client.query<{ count: number }>("select count(*)::integer as count from checkouts where booking_id = any($1) and status = 'paid'", [
      ids,
    ]),
  )
  return rows[0]?.count ?? 0
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => undefined)
  await client.connect()
  return work(client).finally(() => client.end().catch(() => undefined))
}

function say(text: string) {
  console.log(`${new Date().toISOString()} ${text}`)
}

function stopwatch() {
  const began = Date.now()
  return () => `${((Date.now() - began) / 1_000).toFixed(1)} s`
}
