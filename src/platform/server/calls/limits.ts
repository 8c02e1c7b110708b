import { sql } from 'kysely'
import { Problem } from '#src/platform/kit/problems.ts'
import { plural } from '#src/platform/kit/text.ts'
import type { App } from '../app.ts'
import { type Database, runPrepared, type Transaction } from '../db.ts'
import type { Limit } from './endpoint.ts'
import { counterKey, countLoosely } from './looseLimits.ts'

/** Refusal of docs/spec.md#limits, with the seconds after which a retry may succeed. A lock has its own code and text. */
export class TooManyRequests extends Problem {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number, { code, text }: { code: string; text: string } = tooMany) {
    super(code, 429, text)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const tooMany = { code: 'limits.tooMany', text: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.' }

/**
 * Counts a use against each limit: loose ones in this process first (looseLimits.ts), the others in the database and therefore for all server
 * processes together. A use over one limit is not counted against the limits after it. Throws TooManyRequests.
 */
export async function consumeLimits(app: App, limits: readonly Limit[]) {
  for (const limit of limits.filter(({ isLoose }) => isLoose)) {
    const waitMs = countLoosely(app, limit)
    if (waitMs !== undefined) throw refusal(limit, waitMs)
  }
  const strict = limits.filter(({ isLoose }) => !isLoose)
  if (strict.length === 0) return
  const over = (await countUses(app, app.db, strict)).find(({ used, most }) => used > most)
  if (over) throw refusal(strict[over.at], over.until.getTime() - app.now().getTime())
}

/** Text of a limit keyed by a third party: it does not apply to an account with a confirmed address. */
export const busyText =
  'Hier gehen gerade sehr viele Anfragen ein. Mit einem Konto, dessen E-Mail-Adresse bestätigt ist, geht es sofort weiter.'

/**
 * Counts a creation against limits keyed by a third party, in the transaction that creates: a refused or rolled back creation is not
 * counted. Throws TooManyRequests unless the caller has proven the address.
 */
export async function countCreated(app: App, tx: Transaction, { limits, isProven }: { limits: readonly Limit[]; isProven: boolean }) {
  if (limits.length === 0) return
  const over = (await countUses(app, tx, limits)).find(({ used, most }) => used > most)
  if (over && !isProven) throw refusal(limits[over.at], over.until.getTime() - app.now().getTime())
}

function refusal(limit: Limit | undefined, waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new TooManyRequests(seconds, limit?.says ? { ...tooMany, text: `${limit.says} ${tryAgainIn(seconds)}` } : tooMany)
}

const tryAgainIn = (seconds: number) => `Bitte versuchen Sie es in ${inWords(seconds)} erneut.`

/** Rounded up, so that a retry at that time is never too early. */
function inWords(seconds: number) {
  if (seconds < 90) return plural(seconds, 'Sekunde', 'Sekunden')
  return seconds <= 5_400 ? `${Math.ceil(seconds / 60)} Minuten` : `${Math.ceil(seconds / 3_600)} Stunden`
}

type Counter = { at: number; used: number; most: number; until: Date }

/** One statement for all limits, each counting only if the one before it was not exceeded. */
async function countUses(app: App, db: Database | Transaction, limits: readonly Limit[]) {
  const steps = limits.map((limit, at) => countUse(app, limit, at))
  const counters = limits.map((_, at) => sql`select ${sql.lit(at)} as at, used, most, until from ${stepName(at)}`)
  const { rows } = await runPrepared(
    db,
    sql<Counter>`
      with ${sql.join(steps)}
      ${sql.join(counters, sql` union all `)}
      order by at`,
  )
  if (rows.length === 0) throw new Error('rate counter returned no row')
  return rows
}

function countUse(app: App, limit: Limit, at: number) {
  const now = app.now()
  const until = new Date(now.getTime() + limit.windowSeconds * 1000)
  const key = counterKey(app, limit)
  const before = at === 0 ? sql`` : sql`from ${stepName(at - 1)} as before where before.used <= before.most`
  return sql`${stepName(at)} as (
      insert into rate_counters as counter (key, used, until)
      select ${key}, ${limit.amount ?? 1}::bigint, ${until}::timestamptz
      ${before}
      on conflict (key) do update
      set
        used = case when counter.until <= ${now} then excluded.used else counter.used + excluded.used end,
        until = case when counter.until <= ${now} then excluded.until else counter.until end
      returning used, until, ${limit.max * app.config.LIMITS_FACTOR}::double precision as most
    )`
}

const stepName = (at: number) => sql.id(`step${at}`)

/**
 * Resets limits before their window ends: those of one key, or of all keys of a name. Returns the names with their number of keys and uses.
 */
export async function resetLimits(app: Pick<App, 'config'>, tx: Transaction, limits: readonly { name: string; key?: string }[]) {
  const exact = limits.flatMap(({ name, key }) => (key === undefined ? [] : [counterKey(app, { name, key })]))
  const names = limits.flatMap(({ name, key }) => (key === undefined ? [`${name}:`] : []))
  const { rows } = await sql<{ name: string; keys: number; used: number }>`
    with ended as (
      delete from rate_counters
      where key = any(${exact}::text[])
        or exists (select from unnest(${names}::text[]) as start where starts_with(key, start))
      returning substring(key from '^(.*):') as name, used
    )
    select name, count(*)::integer as keys, sum(used)::double precision as used
    from ended
    group by name
    order by name`.execute(tx)
  return rows
}

/** Deletes counters whose window has ended. */
export const sweepLimits = (app: App) => app.db.deleteFrom('rateCounters').where('until', '<', app.now()).execute()
