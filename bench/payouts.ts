import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { claimAll } from '#src/money/payouts/runs/actions.ts'
import { completePayouts } from '#src/money/payouts/runs/payoutActions.ts'
import { runLimits } from '#src/money/payouts/runs/rules.ts'
import type { App } from '#src/platform/server/app.ts'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { migrate } from '#src/platform/server/database/migrate.ts'
import { openApp } from './app.ts'
import type { Benchmark } from './measure.ts'
import { seedBookings } from './seed.ts'

const bookingsEach = 20
/** Least bookings per second of a claim. */
const target = 2_000

/**
 * A payout run over N due bookings (default 200,000) of N / 20 companies on a durable database: the claim (payouts, lines, ledger), then
 * the completion (payouts, bookings, ledger, mails). The exit code is 1 when the claim is slower than `target`, not every booking is paid
 * out, or an invariant is violated.
 */
export async function open([count = '200000']: string[]): Promise<Benchmark> {
  const companies = Math.ceil(Number(count) / bookingsEach)
  const folder = resolve(`.cache/bench.${process.pid}`)
  const database = await startLocalDatabase({ folder: join(folder, 'postgres') })
  const app = openApp(database.url, folder)
  const close = async () => {
    await app.live.close()
    app.mail.close()
    await app.pool.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(app.pool)
    await seedBookings(database.url, { companies, bookings: companies * bookingsEach, hasAccounts: true })
  } catch (error) {
    await close()
    throw error
  }
  return { measure: () => measure(app, companies), close }
}

async function measure(app: App, companies: number) {
  const bookings = companies * bookingsEach
  const runId = await startRun(app)
  const claimed = await timeOf(app, 'claim', bookings, () => claimAll(app, runId, Number.POSITIVE_INFINITY))
  const { rows: pending } = await app.pool.query<{ id: string }>('select id from payouts where run_id = $1 order by id', [runId])
  await timeOf(app, 'completion', bookings, async () => {
    for (let at = 0; at < pending.length; at += runLimits.sendAtOnce) {
      const sent = pending.slice(at, at + runLimits.sendAtOnce).map(({ id }) => ({ id, transferId: `tr_${id}` }))
      await app.db.transaction().execute((tx) => completePayouts(app, tx, sent))
    }
  })
  const { rows: broken } = await app.pool.query('select * from invariant_violations limit 5')
  const { rows } = await app.pool.query(`select count(*) as paid from bookings where payment_status = 'completed'`)
  console.log(`${rows[0].paid} of ${bookings} bookings are paid out, ${broken.length ? JSON.stringify(broken) : 'all invariants hold'}`)
  if (broken.length > 0 || Number(rows[0].paid) !== bookings || claimed < target) process.exitCode = 1
}

async function startRun(app: App) {
  const { rows } = await app.pool.query(
    `insert into payout_runs (trigger, takes, rhythms, started_at) values ('weekly', 'everything', '{weekly,daily}', now()) returning id`,
  )
  return String(rows[0].id)
}

/** Prints and returns the bookings per second, and prints the bytes of WAL that each takes. */
async function timeOf(app: App, title: string, bookings: number, work: () => Promise<void>) {
  const [before, start] = [await walPosition(app), performance.now()]
  await work()
  const rate = bookings / ((performance.now() - start) / 1_000)
  const wal = ((await walPosition(app)) - before) / bookings
  console.log(`${title.padEnd(10)} ${rate.toFixed(0)} bookings a second, ${wal.toFixed(0)} bytes of WAL each`)
  return rate
}

async function walPosition(app: App) {
  const { rows } = await app.pool.query(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(rows[0].bytes)
}
