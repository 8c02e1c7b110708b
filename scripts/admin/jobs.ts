import { sql } from 'kysely'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { describeError } from '#src/platform/server/log.ts'
import { isWaiting } from '#src/platform/server/workers/queue.ts'
import { CommandError, type Run, UsageError } from './commands.ts'
import { commandAct, withDatabase } from './openApp.ts'

/** Most jobs that `list` prints. */
const mostListed = 200

/** Lists jobs, runs them again, or removes them. A job's payload is never read: mails contain links and codes. */
export const run: Run = async ({ words: [verb, which] }) => {
  if (verb === 'list') return withDatabase(({ db }) => list(db, which))
  if (verb !== 'retry' && verb !== 'cancel') throw new UsageError(`'${verb}' is none of list, retry and cancel.`)
  if (which === undefined) throw new UsageError(`${verb} needs the id or the name of jobs.`)
  return withDatabase(({ db }) => db.transaction().execute((tx) => change(tx, verb, which)))
}

type Row = { id: string; name: string; state: string; runAt: Date; attempts: number; error: string | null; total: number }

const matching = (which: string | undefined) => {
  if (which === undefined) return sql`true`
  return /^\d{1,18}$/.test(which) ? sql`id = ${which}::bigint` : sql`task_identifier = ${which}`
}

async function list(db: Database, which: string | undefined) {
  const { rows } = await sql<Row>`
    select
      id::text as id,
      task_identifier as name,
      case
        when locked_at is not null then 'running'
        when attempts >= max_attempts then 'ended'
        when last_error is not null then 'failed'
        when ${isWaiting} then 'waiting'
        else 'planned'
      end as state,
      run_at,
      attempts,
      last_error as error,
      count(*) over ()::integer as total
    from graphile_worker.jobs
    where ${matching(which)}
    order by run_at, id
    limit ${mostListed}`.execute(db)
  if (rows.length === 0) console.log(which === undefined ? 'No job is in the queue.' : `No job is '${which}'.`)
  for (const row of rows) console.log(lineOf(row))
  const left = (rows[0]?.total ?? 0) - rows.length
  if (left > 0) console.log(`… and ${left} more; name a job to see its own.`)
  return 0
}

const lineOf = ({ id, name, state, runAt, attempts, error }: Row) =>
  [id.padEnd(8), state.padEnd(8), runAt.toISOString().slice(0, 19), `${attempts} tries`.padEnd(9), name, error ? withoutSecrets(error) : '']
    .join('  ')
    .trimEnd()

/** First line of an error, without addresses, long tokens and codes, which a library might quote from a mail. */
const withoutSecrets = (error: string) =>
  `(${(describeError(error).split('\n')[0] ?? '').replace(/https?:\/\/\S+|[\w-]{24,}|\b\d{6}\b/g, '…').slice(0, 160)})`

/** Runs jobs again from now on, or removes them, by the library's own functions, which leave running jobs alone. */
async function change(tx: Transaction, verb: 'retry' | 'cancel', which: string) {
  const found = await sql<{ id: string; name: string }>`
    select id::text as id, task_identifier as name from graphile_worker.jobs where ${matching(which)}`.execute(tx)
  if (found.rows.length === 0) throw new CommandError(`No job has the id or name '${which}': \`npm run admin -- jobs list\` shows all.`)
  const ids = found.rows.map(({ id }) => id)
  const call =
    verb === 'retry'
      ? sql`graphile_worker.reschedule_jobs(${ids}::bigint[], run_at := clock_timestamp(), attempts := 0)`
      : sql`graphile_worker.complete_jobs(${ids}::bigint[])`
  const { rows } = await sql<{ id: string }>`select id::text as id from ${call} as job where job.id is not null`.execute(tx)
  const names = [...new Set(found.rows.map(({ name }) => name))]
  const entry = { at: new Date(), ...commandAct(`jobs ${verb}`), action: `jobs.${verb}`, objectType: 'job', objectId: which }
  if (rows.length > 0) await recordAudit(tx, { ...entry, after: { names, count: rows.length } })
  const running = ids.length - rows.length
  console.log(`${rows.length} ${verb === 'retry' ? 'run again now' : 'removed'} (${names.join(', ')}).`)
  if (running > 0) console.log(`${running} are running and were not changed.`)
  return rows.length > 0 ? 0 : 1
}
