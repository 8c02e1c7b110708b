import { sql } from 'kysely'
import pg from 'pg'
import { type LiveKind, liveKinds, reconnectAfter } from '#src/platform/kit/live.ts'
import type { Transaction } from './db.ts'
import { describeError, type Log } from './log.ts'

/** Ids only: the receiver requests the rest, and is checked again then. */
export type LiveEvent = { companyId: string; kind: LiveKind; id: string }

/**
 * What a dashboard is notified of: each event of a company; `onReady`: from now on (again) no event is missed, so it reads once;
 * `onClosing`: the server ends.
 */
export type Watcher = { companyId: string; holder: string; onEvent: (event: LiveEvent) => void; onReady: () => void; onClosing: () => void }

/** The events of all processes, for the dashboards of this process. */
export type Live = {
  /**
   * Calls whenever something changed that public pages may show, or such a change may have been missed (docs/spec.md#kept-pages);
   * `isOfWords`: or the vocabulary of the search. Answers whether this process hears of changes now; asked first, it begins to listen.
   */
  onShown(listener: (isOfWords: boolean) => void): () => boolean
  /** Returns the function that stops watching; undefined when this holder already has `most` watchers. */
  watch(watcher: Watcher, most: number): (() => void) | undefined
  /** Ends everything that watches. Nothing can be watched afterwards. */
  close(): Promise<void>
}

const channel = 'live'
/** Notified by triggers on the tables that public pages show (migrations/0028_shown.sql), of words (0029_words.sql). */
const shownChannel = 'shown'
const ofWords = 'words'

/** Notifies the open dashboards of a company, in all processes, of a change: only if and when this transaction commits. */
export const announce = async (tx: Transaction, event: LiveEvent) => {
  await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(tx)
}

/** The same for many events in one statement. */
export const announceAll = async (tx: Transaction, events: readonly LiveEvent[]) => {
  await sql`
    select pg_notify(${channel}, event)
    from unnest(${events.map((event) => JSON.stringify(event))}::text[]) as event`.execute(tx)
}

/**
 * One listening connection for the process, opened when something first needs it. It reconnects by itself, and then tells all watchers to read
 * again.
 */
export function openLive({ url, log }: { url: string; log: Log }): Live {
  const watchers = new Set<Watcher>()
  const listeners: ((isOfWords: boolean) => void)[] = []
  const tellShown = (isOfWords: boolean) => {
    for (const listener of listeners) listener(isOfWords)
  }
  let isClosed = false
  const line = openLine({
    url,
    log,
    onShown: tellShown,
    onEvent: (event) => {
      for (const one of watchers) if (one.companyId === event.companyId) one.onEvent(event)
    },
    onReady: () => {
      tellShown(true)
      for (const one of watchers) one.onReady()
    },
  })
  return {
    onShown: (listener) => {
      listeners.push(listener)
      return () => !isClosed && line.open()
    },
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

type Line = { url: string; log: Log; onShown: (isOfWords: boolean) => void; onEvent: (event: LiveEvent) => void; onReady: () => void }

/** A lost connection is found by a regular query, because a cut network reports nothing. */
const askEveryMs = 15_000
const patienceMs = 5_000

function openLine({ url, log, onShown, onEvent, onReady }: Line) {
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
    next.on('notification', ({ channel: heard, payload }) =>
      heard === shownChannel ? onShown(payload === ofWords) : readEvent(payload, onEvent),
    )
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    try {
      await next.connect()
      await next.query(`listen ${channel}; listen ${shownChannel}`)
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
    /** Returns whether it is already listening. */
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
