import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#src/kit/problems.ts'
import type { App } from './app.ts'
import type { Limit } from './endpoint.ts'

/** The refusal of decisions 6, with the seconds after which another try may succeed; a lock has a code and a text of its own. */
export class TooManyRequests extends Problem {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number, { code, text }: { code: string; text: string } = tooMany) {
    super(code, 429, text)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const tooMany = { code: 'limits.tooMany', text: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.' }

/** Counts a use against each limit, in the database and therefore for all server processes together. Throws TooManyRequests. */
export async function consumeLimits(app: App, limits: readonly Limit[]) {
  for (const limit of limits) {
    const counter = await countUse(app, limit)
    if (counter.used > limit.max * app.config.LIMITS_FACTOR) {
      throw new TooManyRequests(Math.max(1, Math.ceil((counter.until.getTime() - app.now().getTime()) / 1000)))
    }
  }
}

async function countUse(app: App, limit: Limit) {
  const now = app.now()
  const until = new Date(now.getTime() + limit.windowSeconds * 1000)
  const key = `${limit.name}:${createHmac('sha256', app.config.secretKey).update(limit.key).digest('base64url')}`
  const { rows } = await sql<{ used: number; until: Date }>`
    insert into rate_counters as counter (key, used, until)
    values (${key}, ${limit.amount ?? 1}, ${until})
    on conflict (key) do update
    set
      used = case when counter.until <= ${now} then excluded.used else counter.used + excluded.used end,
      until = case when counter.until <= ${now} then excluded.until else counter.until end
    returning used, until`.execute(app.db)
  const [counter] = rows
  if (!counter) throw new Error('rate counter returned no row')
  return counter
}

/** Forgets counters whose window has ended. */
export const sweepLimits = (app: App) => app.db.deleteFrom('rateCounters').where('until', '<', app.now()).execute()
