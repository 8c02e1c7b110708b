import { sql } from 'kysely'
import pg from 'pg'
import { type LiveKind, liveKinds, reconnectAfter } from '#src/kit/live.ts'
import type { Transaction } from './db.ts'
import { describeError, type Log } from './log.ts'

/** Ids only: whoever is told asks for the rest, and is checked again then. */
export type LiveEvent = { companyId: string; kind: LiveKind; id: string }

/** Who is told: of each event of a company; that nothing is missed from now on (again), so that it looks once; that the server ends. */
export type Watcher = { companyId: string; holder: string; onEvent: (event: LiveEvent) => void; onReady: () => void; onClosing: () => void }

/** What the dashboards of this process hear of all processes. */
export type Live = {
  /** Answers how to stop; undefined when this holder watches as often as `most` already. */
  watch(watcher: Watcher, most: number): (() => void) | undefined
  /** Ends everything that watches. Nothing can be watched afterwards. */
  close(): Promise<void>
}

const channel = 'live'

/** Tells the open dashboards of a company, in all processes, that something changed: when this transaction holds, and only then. */
export const announce = async (tx: Transaction, event: LiveEvent) => {
  await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(tx)
}

/** The same for many events in one statement. */
export const announceAll = async (tx: Transaction, events: readonly LiveEvent[]) => {
  await sql`
    select pg_notify(${channel}, event)
    from unnest(${events.map((event) => JSON.stringify(event))}::text[]) as event`.execute(tx)
}

/** One listening connection for the process, from the first watcher on; it comes back by itself and then tells all to look again. */
export function openLive({ url, log }: { url: string; log: Log }): Live {
  const watchers = new Set<Watcher>()
  let isClosed = false
  const line = openLine({
    url,
    log,
    onEvent: (event) => {
      for (const one of watchers) if (one.companyId === event.companyId) one.onEvent(event)
    },
    onReady: () => {
      for (const one of watchers) one.onReady()
    },
  })
  return {
    watch: (watcher, most) => {
      if ([...watchers].filter(({ holder }) => holder === watcher.holder).length >= most) return undefined
      if (isClosed) {
        watcher.onClosing()
        return () => undefined
      }
      watchers.add(watcher)
      if (line.open()) watcher.onReady()
      return () => {
        watchers.delete(watcher)
      }
    },
    close: async () => {
      isClosed = true
      for (const one of watchers) one.onClosing()
      watchers.clear()
      await line.close()
    },
  }
}

type Line = { url: string; log: Log; onEvent: (event: LiveEvent) => void; onReady: () => void }

/** A dead line is noticed by asking over it, because a cut network tells nothing. */
const askEveryMs = 15_000
const patienceMs = 5_000

function openLine({ url, log, onEvent, onReady }: Line) {
  let client: pg.Client | undefined
  let isReady = false
  let isClosed = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'handschlag live',
      connectionTimeoutMillis: 10_000,
      query_timeout: patienceMs,
    })
    client = next
    next.on('notification', ({ payload }) => readEvent(payload, onEvent))
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (client !== next) return
      isReady = true
      failures = 0
      timer = setInterval(() => next.query('select 1').catch(() => lose(next)), askEveryMs).unref()
      onReady()
    } catch (error) {
      log.warn({ error: describeError(error) }, 'not listening for live events')
      lose(next)
    }
  }

  function lose(lost: pg.Client) {
    if (client !== lost) return
    client = undefined
    isReady = false
    clearInterval(timer)
    void lost.end().catch(() => undefined)
    if (isClosed) return
    failures += 1
    timer = setTimeout(() => void connect(), reconnectAfter(failures) * 1_000).unref()
  }

  return {
    /** Answers whether it listens already. */
    open: () => {
      if (!client && failures === 0) void connect()
      return isReady
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}

function readEvent(payload: string | undefined, onEvent: (event: LiveEvent) => void) {
  const event: Partial<LiveEvent> = JSON.parse(payload ?? '{}')
  const kind = liveKinds.find((one) => one === event.kind)
  if (kind && event.companyId && event.id) onEvent({ kind, companyId: event.companyId, id: event.id })
}
