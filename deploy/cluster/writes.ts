import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Interval of writes, and the time after which one counts as failed. */
const everyMs = 200
const timeoutMs = 3_000

/** Writes a row at a regular interval, over a new connection after each failure, and stores the numbers of committed rows. */
export function openWrites(url: string) {
  const committed: number[] = []
  const confirmed: string[] = []
  let isOpen = true
  let client: pg.Client | undefined

  async function connect() {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
    next.on('error', () => undefined)
    await next.connect()
    return next
  }

  async function write() {
    const id = randomUUID()
    try {
      client ??= await connect()
      await client.query('insert into drill_writes (id) values ($1)', [id])
      committed.push(Date.now())
      confirmed.push(id)
    } catch {
      void client?.end().catch(() => undefined)
      client = undefined
    }
  }

  const running = (async () => {
    while (isOpen) {
      await write()
      await pause(everyMs)
    }
  })()
  return {
    /** Times of the committed writes. */
    committed,
    stop: async () => {
      isOpen = false
      await running
      await client?.end().catch(() => undefined)
    },
    /** Times of the writes that the database confirmed and no longer has, the oldest first. */
    lost: async () => {
      const reader = await connect()
      const { rows } = await reader.query<{ id: string }>('select id from drill_writes where id = any($1)', [confirmed])
      await reader.end()
      const found = new Set(rows.map(({ id }) => id))
      return committed.filter((_, at) => !found.has(confirmed[at] ?? ''))
    },
  }
}
