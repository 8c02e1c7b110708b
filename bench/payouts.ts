import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { claimNext } from '#src/payouts/runs/actions.ts'
import { completePayouts } from '#src/payouts/runs/payoutActions.ts'
import { runLimits } from '#src/payouts/runs/rules.ts'
import type { App } from '#src/server/app.ts'
import { startLocalDatabase } from '#src/server/database/localDatabase.ts'
import { migrate } from '#src/server/database/migrate.ts'
import { openApp } from './app.ts'
import { type Alone, quantile } from './measure.ts'
import { claimOneByOne, completeOneByOne } from './payoutRows.ts'
import { seedDueBookings } from './payoutSeed.ts'

const wanted = 15
const bookingsEach = 20
/** The row-by-row way is measured on this many companies beside each batch, and extrapolated to all. */
const sampled = 20

/**
 * The claim of a payout run, and the marking as completed afterwards, on N paid bookings (default 1,000,000) of N / 20 companies: the
 * product's own batches against the same rows written one by one, in turn. The exit code is 1 when the claim is less than fifteen times as
 * fast, or when a money invariant is violated afterwards.
 */
export async function open([count = '1000000']: string[]): Promise<Alone> {
  const companies = Number(count) / bookingsEach
  if (!Number.isInteger(companies / runLimits.batch))
    throw new Error(`the number of bookings must be a multiple of ${runLimits.batch * bookingsEach}`)
  const folder = resolve(`.cache/bench.${process.pid}`)
  const database = await startRoomyDatabase(join(folder, 'postgres'))
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
    await seed(database.url, companies)
  } catch (error) {
    await close()
    throw error
  }
  return { measure: () => measure(app, companies), close }
}

/** Durable as in operation, with enough memory for such a table: the same for both ways. */
async function startRoomyDatabase(folder: string) {
  const first = await startLocalDatabase({ folder })
  const client = new pg.Client(first.url)
  await client.connect()
  await client.query(`alter system set shared_buffers = '2GB'`)
  await client.query(`alter system set max_wal_size = '8GB'`)
  await client.end()
  await first.stop()
  return startLocalDatabase({ folder })
}

/** Besides the measured companies it inserts those of the sample, at the end of a run's claim order. */
async function seed(url: string, companies: number) {
  const start = performance.now()
  const client = new pg.Client(url)
  await client.connect()
  const all = companies + (companies / runLimits.batch) * sampled
  await seedDueBookings(client, { companies: all, bookings: all * bookingsEach })
  await client.query('checkpoint')
  await client.end()
  console.log(`${all * bookingsEach} bookings of ${all} companies made in ${secondsSince(start)} s`)
}

async function measure(app: App, companies: number) {
  const rounds = companies / runLimits.batch
  const { rows } = await app.pool.query('select id from companies order by id offset $1', [companies])
  const sample: string[] = rows.map(({ id }) => id)
  const runId = await startRun(app, 'null')
  const rowsRunId = await startRun(app, 'now()')
  const claimed: string[] = []
  const claim = await inTurn(app, rounds, {
    // A run ends with a batch that finds nothing: it is included.
    set: async (round) => {
      await claimNext(app, runId)
      if (round === rounds - 1) await claimNext(app, runId)
    },
    rows: async (round) => {
      for (const id of ofRound(sample, round, sampled)) claimed.push(await claimOneByOne(app, rowsRunId, id))
    },
  })
  report(`Claim of ${companies * bookingsEach} bookings of ${companies} companies: payouts, their lines, ledger`, claim, wanted)
  const { rows: pending } = await app.pool.query('select id from payouts where run_id = $1 order by id', [runId])
  if (pending.length !== companies) throw new Error(`${pending.length} payouts were claimed, not ${companies}`)
  const completion = await inTurn(app, rounds, {
    set: async (round) => {
      const sent = ofRound(pending, round, runLimits.batch).map(({ id }) => ({ id, transferId: `tr_${id}` }))
      for (let at = 0; at < sent.length; at += runLimits.sendAtOnce) {
        const some = sent.slice(at, at + runLimits.sendAtOnce)
        await app.db.transaction().execute((tx) => completePayouts(app, tx, some))
      }
    },
    rows: async (round) => {
      for (const id of ofRound(claimed, round, sampled)) await completeOneByOne(app, id)
    },
  })
  report(`Marked as completed, ${runLimits.sendAtOnce} payouts at once: payouts, bookings, ledger, mails`, completion)
  await checkMoney(app, (companies + sample.length) * bookingsEach)
}

const ofRound = <One>(all: readonly One[], round: number, size: number) => all.slice(round * size, (round + 1) * size)

async function startRun(app: App, claimedAt: string) {
  const { rows } = await app.pool.query(
    `insert into payout_runs (trigger, takes, rhythms, started_at, claimed_at)
    values ('weekly', 'everything', '{weekly,daily}', now(), ${claimedAt})
    returning id`,
  )
  return String(rows[0].id)
}

type Way = (round: number) => Promise<void>
/** Milliseconds and bytes of WAL for each booking. */
type Cost = { ms: number; wal: number }
type Round = { set: Cost; rows: Cost }

/**
 * Both ways in each round, starting with the other one each time, so that changes of the machine's load and checkpoints hit both. In the
 * last round row by row goes first, because the end of the set-based run would take its companies.
 */
async function inTurn(app: App, rounds: number, ways: { set: Way; rows: Way }) {
  const costs: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const set = () => costOf(app, runLimits.batch, () => ways.set(round))
    const rows = () => costOf(app, sampled, () => ways.rows(round))
    if ((rounds - round) % 2 === 1) {
      const first = await rows()
      costs.push({ rows: first, set: await set() })
    } else costs.push({ set: await set(), rows: await rows() })
  }
  return costs
}

async function costOf(app: App, companies: number, work: () => Promise<void>): Promise<Cost> {
  const before = await walPosition(app)
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const bookings = companies * bookingsEach
  return { ms: ms / bookings, wal: ((await walPosition(app)) - before) / bookings }
}

async function walPosition(app: App) {
  const { rows } = await app.pool.query(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`)
  return Number(rows[0].bytes)
}

function report(title: string, rounds: readonly Round[], least = 0) {
  const bookings = rounds.length * runLimits.batch * bookingsEach
  const mean = (of: (round: Round) => number) => rounds.reduce((sum, round) => sum + of(round), 0) / rounds.length
  const seconds = (ms: number) => `${((ms * bookings) / 1_000).toFixed(1)} s`
  const [set, rows] = [mean((round) => round.set.ms), mean((round) => round.rows.ms)]
  const ratios = rounds.map((round) => round.rows.ms / round.set.ms)
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(1))
  const tried = `reckoned up from ${rounds.length * sampled} companies (${rounds.length * sampled * bookingsEach} bookings), `
  const costs = (way: 'set' | 'rows') => {
    const wal = rounds.map((round) => round[way].wal)
    // The first change of a page after a checkpoint writes the whole page to the WAL: rounds differ.
    const bytes = `${mean((round) => round[way].wal).toFixed(0)} bytes of WAL a booking (median of the rounds ${quantile(wal, 0.5).toFixed(0)})`
    return `${(mean((round) => round[way].ms) * 1_000).toFixed(0)} µs and ${bytes}`
  }
  console.log(title)
  console.log(`  set-based   ${seconds(set)}, ${costs('set')}`)
  console.log(`  row by row  ${seconds(rows)} ${tried}${costs('rows')}`)
  console.log(
    `  ratio       ${(rows / set).toFixed(1)} (rounds: median ${middle}, 10 % to 90 %: ${low} to ${high}), ${rounds.length} rounds in turn`,
  )
  if (rows / set < least) {
    console.log(`  The ratio must be ${least} or more.`)
    process.exitCode = 1
  }
}

/** The result must also be right: everything is paid out, and every invariant holds. */
async function checkMoney(app: App, bookings: number) {
  const { rows: broken } = await app.pool.query('select * from invariant_violations limit 5')
  const { rows } = await app.pool.query(`select count(*) as paid from bookings where payment_status = 'completed'`)
  console.log(`${rows[0].paid} of ${bookings} bookings are paid out, ${broken.length ? JSON.stringify(broken) : 'all invariants hold'}`)
  if (broken.length > 0 || rows[0].paid !== bookings) process.exitCode = 1
}

const secondsSince = (start: number) => ((performance.now() - start) / 1_000).toFixed(1)
