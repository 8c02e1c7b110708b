import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { Limit } from './endpoint.ts'

type Counter = {
  /** Uses in this process that the database does not know yet. */
  own: number
  /** Uses of all processes, as of the last merge. */
  known: number
  until: number
  /** As the limit names it; hashed only when it is stored. */
  limit: Limit
}
type Counters = Map<string, Counter>
const mergeMs = 1_000
const countersOf = new WeakMap<App, Counters>()

/**
 * Counts a use in the memory of this process, and once a second for all processes together: for limits that protect neither people nor
 * money, so that a search or a page needs no statement for it. A process learns of the others' uses when it merges its own, so together
 * they exceed the limit by the uses until then; a crash loses one second. Returns the milliseconds until a retry may succeed, undefined for
 * a use within the limit.
 */
export function countLoosely(app: App, limit: Limit): number | undefined {
  const counters = countersOf.get(app) ?? startMerging(app)
  const now = app.now().getTime()
  const name = `${limit.name}:${canonical(limit.key)}`
  const known = counters.get(name)
  const counter = known && known.until > now ? known : { own: 0, known: 0, until: now + limit.windowSeconds * 1_000, limit }
  if (counter !== known) counters.set(name, counter)
  counter.own += limit.amount ?? 1
  return counter.known + counter.own > limit.max * app.config.LIMITS_FACTOR ? counter.until - now : undefined
}

function startMerging(app: App) {
  const counters: Counters = new Map()
  countersOf.set(app, counters)
  mergeSoon(app, counters)
  return counters
}

/** Merges run one after the other: two at once would count the same uses twice. */
function mergeSoon(app: App, counters: Counters) {
  const again = () => mergeSoon(app, counters)
  setTimeout(() => void merge(app, counters).then(again, again), mergeMs).unref()
}

/**
 * Adds the counts of this process to the counters of all processes, and reads their sums; counts that cannot be written are kept for the
 * next time.
 */
async function merge(app: App, counters: Counters) {
  const now = app.now()
  for (const [name, { until }] of counters) if (until <= now.getTime()) counters.delete(name)
  const fresh = [...counters.values()].filter(({ own }) => own > 0).map((counter) => ({ counter, own: counter.own }))
  if (fresh.length === 0) return
  const keys = fresh.map(({ counter }) => counterKey(app, counter.limit))
  const { rows } = await sql<{ key: string; used: number; until: Date }>`
    insert into rate_counters as counter (key, used, until)
    select *
    from unnest(
      ${keys}::text[],
      ${fresh.map(({ own }) => own)}::bigint[],
      ${fresh.map(({ counter }) => new Date(counter.until))}::timestamptz[]
    )
    on conflict (key) do update
    set
      used = case when counter.until <= ${now} then excluded.used else counter.used + excluded.used end,
      until = case when counter.until <= ${now} then excluded.until else counter.until end
    returning key, used::double precision as used, until`.execute(app.db)
  const merged = new Map(rows.map((row) => [row.key, row]))
  for (const [at, { counter, own }] of fresh.entries()) {
    const row = merged.get(keys[at] ?? '')
    if (!row) continue
    counter.own -= own
    counter.known = row.used
    counter.until = row.until.getTime()
  }
}

/** Ids and e-mail addresses are equal regardless of case and surrounding spaces. */
const canonical = (key: string) => key.trim().toLowerCase()
export const counterKey = (app: Pick<App, 'config'>, { name, key }: Pick<Limit, 'name' | 'key'>) =>
  `${name}:${createHmac('sha256', app.config.secretKey).update(canonical(key)).digest('base64url')}`
