import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type LiveKind, liveKinds, reconnectAfter } from '#src/platform/kit/live.ts'
import type { Transaction } from './db.ts'
import { describeError, type Log } from './log.ts'

/** Ids only: the receiver requests the data, and is authorized again then. */
export type LiveEvent = { companyId: string; kind: LiveKind; id: string }

/**
 * Watcher of a dashboard: `onEvent` for each event of its company; `onReady`: from now on (again) no event is missed, so it reads once;
 * `onClosing`: the server ends.
 */
export type Watcher = { companyId: string; holder: string; onEvent: (event: LiveEvent) => void; onReady: () => void; onClosing: () => void }

/** Events of all processes, for the dashboards of this process. */
export type Live = {
  /**
   * Calls the listener after each public change, or if one may have been missed (docs/spec.md#kept-pages); `isOfWords`: the search's
   * vocabulary changed, too. Returns a function that returns whether this process is notified of changes now; its first call starts
   * listening.
   */
  onPublicChange(listener: (isOfWords: boolean) => void): () => boolean
  /** Returns true while no change is missed; undefined if nothing listens in this process. */
  isListening(): boolean | undefined
  /** Returns the function that stops watching; undefined if this holder already has `most` watchers. */
  watch(watcher: Watcher, most: number): (() => void) | undefined
  /** Ends all watchers. Nothing can be watched afterwards. */
  close(): Promise<void>
}

const channel = 'live'
/** Channel of triggers on the tables that public pages show (migrations/0028_shown.sql), and of vocabulary (0029_words.sql). */
const publicChangeChannel = 'shown'
const ofWords = 'words'
/** Channel of the listener's own notifications, by which it proves that it receives what the pool sends. */
const proofChannel = 'live_proof'

/** Notifies the open dashboards of a company, in all processes, of a change: only if and when this transaction commits. */
export const announce = async (tx: Transaction, event: LiveEvent) => {
  await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(tx)
}

/** Notifies of many events in one statement. */
export const announceAll = async (tx: Transaction, events: readonly LiveEvent[]) => {
  await sql`
    select pg_notify(${channel}, event)
    from unnest(${events.map((event) => JSON.stringify(event))}::text[]) as event`.execute(tx)
}

/**
 * One listening connection for the process, opened on first use. It reconnects by itself, and then makes all watchers read again. It counts
 * as listening only once it has received a notification that was sent through `pool`: behind a pooler in transaction mode, or at another
 * server, it would wait for ever without an error.
 */
export function openLive({ url, pool, log }: { url: string; pool: pg.Pool; log: Log }): Live {
  const watchers = new Set<Watcher>()
  const listeners: ((isOfWords: boolean) => void)[] = []
  const notifyPublicChange = (isOfWords: boolean) => {
    for (const listener of listeners) listener(isOfWords)
  }
  let isClosed = false
  const line = openLine({
    url,
    pool,
    log,
    onPublicChange: notifyPublicChange,
    onEvent: (event) => {
      for (const one of watchers) if (one.companyId === event.companyId) one.onEvent(event)
    },
    onReady: () => {
      notifyPublicChange(true)
      for (const one of watchers) one.onReady()
    },
  })
  return {
    onPublicChange: (listener) => {
      listeners.push(listener)
      return () => !isClosed && line.open()
    },
    isListening: line.isListening,
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

type Line = {
  url: string
  pool: pg.Pool
  log: Log
  onPublicChange: (isOfWords: boolean) => void
  onEvent: (event: LiveEvent) => void
  onReady: () => void
}

/** Interval of checks. A lost connection is found by them, because a cut network reports nothing. */
const checkEveryMs = 15_000
const timeoutMs = 5_000

const deafText =
  'the database is not heard: pages are not cached, and dashboards are not live. DATABASE_LISTEN_URL has to lead to the primary of DATABASE_URL without a pooler in transaction mode'

function openLine({ url, pool, log, onPublicChange, onEvent, onReady }: Line) {
  let client: pg.Client | undefined
  let isReady = false
  let isClosed = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  /** Own notifications that have not arrived yet, by their tokens. */
  const proofs = new Map<string, () => void>()

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'handschlag live',
      connectionTimeoutMillis: 10_000,
      query_timeout: timeoutMs,
    })
    client = next
    next.on('notification', ({ channel: heard, payload }) => {
      if (heard === proofChannel) proofs.get(payload ?? '')?.()
      else if (heard === publicChangeChannel) onPublicChange(payload === ofWords)
      else readEvent(payload, onEvent)
    })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    try {
      await next.connect()
      await next.query(`listen ${channel}; listen ${publicChangeChannel}; listen ${proofChannel}`)
      const isHeard = await hears(next, await sendProof())
      if (client !== next) return
      if (!isHeard) return giveUp(next)
      isReady = true
      failures = 0
      planCheck(next)
      onReady()
    } catch (error) {
      if (!isClosed) log.warn({ error: describeError(error) }, 'not listening for live events')
      lose(next)
    }
  }

  /** Sends a notification as every change does. Returns how to wait for it; throws if it cannot be sent. */
  async function sendProof() {
    const token = randomUUID()
    const arrival = Promise.withResolvers<void>()
    proofs.set(token, () => {
      proofs.delete(token)
      arrival.resolve()
    })
    await pool.query('select pg_notify($1, $2)', [proofChannel, token]).catch((error: unknown) => {
      proofs.delete(token)
      throw error
    })
    return { token, arrival: arrival.promise }
  }

  /** Returns true if the notification arrives in time. The last query reads what arrived while this process was busy. */
  async function hears(listening: pg.Client, { token, arrival }: Awaited<ReturnType<typeof sendProof>>) {
    await Promise.race([arrival, pause(timeoutMs, undefined, { ref: false })])
    await listening.query('select 1')
    return !proofs.delete(token)
  }

  function planCheck(listening: pg.Client) {
    timer = setTimeout(() => void check(listening).catch(() => lose(listening)), checkEveryMs).unref()
  }

  async function check(listening: pg.Client) {
    await listening.query('select 1')
    // A pool without a free connection, or a database that is down, says nothing about the listener.
    const proof = await sendProof().catch(() => undefined)
    const isHeard = proof === undefined || (await hears(listening, proof))
    if (client !== listening) return
    if (isHeard) planCheck(listening)
    else giveUp(listening)
  }

  function giveUp(deaf: pg.Client) {
    log.warn(deafText)
    lose(deaf)
  }

  function lose(lost: pg.Client) {
    if (client !== lost) return
    client = undefined
    isReady = false
    clearTimeout(timer)
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
    isListening: () => (client || failures > 0 ? isReady : undefined),
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
