import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Client, type Database, openDatabase, openPool, standFor } from '../db.ts'
import { describeError, type Log } from '../log.ts'

/** Replicas of the database, for what everybody may read (docs/spec.md#replicas). */
export type Replicas = {
  /** Reads from a replica that has every change this process knows of, in turn; without one from the primary. */
  db: Database
  /** Something changed, here or as was heard: a replica is read again when it has it. */
  noteChange(): void
  /** How much older than the primary what is read now may be. */
  olderByMs(): number
  counts(): { inUse: number; of: number }
  close(): Promise<void>
}

/** How far a replica may be behind, how often it is asked how far it is, also while it lacks a change, and how long it may take. */
const times = { mostLagMs: 1_000, everyMs: 250, soonMs: 10, patienceMs: 1_000, statementMs: 10_000 }

/** How far the primary had written at a moment, with all changes known then. */
type Mark = { written: number; at: number; changes: number }
/** `reached` is the newest mark that it has replayed. */
type Replica = { name: string; pool: pg.Pool; question: Question; isAsked: boolean; reached: Mark | undefined; isInTime: boolean }

type Opening = {
  urls: readonly string[]
  primaryUrl: string
  primary: pg.Pool
  primaryDb: Database
  size: number
  log: Log
  mostLagMs?: number
}

export function openReplicas({ urls, primaryUrl, primary, primaryDb, size, log, mostLagMs = times.mostLagMs }: Opening): Replicas {
  const replicas = urls.map((url): Replica => {
    const pool = openPool({ url, size, log, patienceMs: times.patienceMs, statementMs: times.statementMs })
    return { name: new URL(url).host, pool, question: openQuestion(url, replayed), isAsked: false, reached: undefined, isInTime: false }
  })
  const primaryQuestion = openQuestion(primaryUrl, written)
  let marks: Mark[] = []
  let changes = 0
  let turn = 0
  let isLooking = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const isInTime = ({ reached }: Replica) => reached !== undefined && performance.now() - reached.at < mostLagMs
  const isUpToDate = (replica: Replica) => isInTime(replica) && replica.reached?.changes === changes

  async function look() {
    isLooking = true
    await markPrimary().catch((error: unknown) =>
      log.warn({ error: describeError(error) }, 'the primary does not say how far it has written'),
    )
    // A replica that does not answer must not hold up the others.
    await Promise.race([Promise.all(replicas.map(lookAt)), pause(times.everyMs, undefined, { ref: false })])
    for (const replica of replicas) tellOf(replica)
    isLooking = false
    plan(replicas.some((one) => isInTime(one) && !isUpToDate(one)) ? times.soonMs : times.everyMs)
  }

  async function markPrimary() {
    const asked = { at: performance.now(), changes }
    const position = await primaryQuestion.ask()
    if (position === undefined) return
    const mark = { ...asked, written: position }
    const last = marks.at(-1)
    // Whoever has what was written then has it at this later moment, too.
    if (last?.written === position) Object.assign(last, mark)
    else marks = [...marks.filter(({ at }) => asked.at - at < mostLagMs), mark]
  }

  async function lookAt(replica: Replica) {
    if (replica.isAsked) return
    replica.isAsked = true
    try {
      const position = await replica.question.ask()
      replica.reached = position === undefined ? undefined : marks.findLast((mark) => mark.written <= position)
    } catch {
      replica.reached = undefined
    }
    replica.isAsked = false
  }

  function tellOf(replica: Replica) {
    if (replica.isInTime === isInTime(replica)) return
    replica.isInTime = !replica.isInTime
    if (replica.isInTime) log.info({ replica: replica.name }, 'reading from a replica')
    else log.warn({ replica: replica.name }, 'a replica is behind or does not answer')
  }

  function plan(ms: number) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void look(), ms).unref()
  }

  async function connect(): Promise<Client> {
    const usable = replicas.filter(isUpToDate)
    turn += 1
    const replica = usable[turn % Math.max(1, usable.length)]
    const client = await replica?.pool.connect().catch(() => undefined)
    const onFailure = () => {
      if (replica) replica.reached = undefined
      return primary.connect()
    }
    return client ? withPrimaryBehind(client, onFailure) : primary.connect()
  }

  void look()
  const db = openDatabase({ options: primary.options, connect, end: async () => undefined })
  standFor(db, primaryDb)
  return {
    db,
    noteChange: () => {
      changes += 1
      if (!isLooking) plan(0)
    },
    olderByMs: () => Math.max(0, ...replicas.map(({ reached }) => (reached ? Math.min(performance.now() - reached.at, mostLagMs) : 0))),
    counts: () => ({ inUse: replicas.filter(isInTime).length, of: replicas.length }),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await Promise.all([primaryQuestion.close(), ...replicas.flatMap(({ question, pool }) => [question.close(), pool.end()])])
    },
  }
}

/** Positions in the log of changes. A replica that was made a primary answers nothing: it goes its own way. */
const written = `select (pg_current_wal_insert_lsn() - '0/0')::float8 as position`
const replayed = `select (pg_last_wal_replay_lsn() - '0/0')::float8 as position where pg_is_in_recovery()`

type Question = { ask(): Promise<number | undefined>; close(): Promise<void> }

/** A connection of its own that asks the same again and again; a broken one is replaced. */
function openQuestion(url: string, text: string): Question {
  let client: pg.Client | undefined
  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'handschlag replicas',
      connectionTimeoutMillis: times.patienceMs,
      query_timeout: times.patienceMs,
    })
    next.on('error', () => undefined)
    await next.connect()
    return next
  }
  return {
    ask: async () => {
      client ??= await connect()
      const asked = client
      try {
        const { rows } = await asked.query<{ position: number }>(text)
        return rows[0]?.position
      } catch (error) {
        client = undefined
        void asked.end().catch(() => undefined)
        throw error
      }
    },
    close: async () => {
      await client?.end().catch(() => undefined)
    },
  }
}

/**
 * A replica's connection. What fails there is asked once more at the primary: the replica may have died, or have ended the statement because
 * it had to replay a change. Inside a transaction nothing is asked twice.
 */
function withPrimaryBehind(client: Client, connectPrimary: () => Promise<Client>): Client {
  let current = client
  let isInTransaction = false
  async function query(statement: pg.QueryConfig) {
    try {
      const answer = await current.query(statement)
      if (/^(begin|start transaction)/.test(statement.text)) isInTransaction = true
      return answer
    } catch (error) {
      if (current !== client || isInTransaction || isWrite(error)) throw error
      current = await connectPrimary()
      client.release(true)
      return current.query(statement)
    }
  }
  return { query, release: (isBroken) => current.release(isBroken) }
}

/** A public read that writes is our fault, and must not succeed because it is repeated elsewhere. */
const isWrite = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25006'
