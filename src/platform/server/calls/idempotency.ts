import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { App } from '../app.ts'
import { describeError } from '../log.ts'

export const idempotencyProblems = problemsOf('idempotency', {
  keyTooShort: [422, 'Der Idempotency-Key muss mindestens 16 Zeichen haben.'],
  keyReused: [422, 'Dieser Idempotency-Key gehört zu einer anderen Anfrage.'],
  stillRunning: [409, 'Diese Anfrage wird gerade bearbeitet.'],
})

type Answer = { status: number; answer: unknown }
type Attempt = { key: string; callerHash: string; call: string; body: unknown }

const keptHours = 72
/** A process that died leaves a request for so long; one that lives renews it. */
const leaseSeconds = 15
const renewMs = 5_000

/** This process, and the keys of the requests that it runs now. */
const holder = randomUUID()
const running = new Set<string>()

/**
 * Runs a creating call once per key (docs/spec.md#idempotency). Same key, body and caller: replays the saved answer. Another body or
 * caller: 422. Still running: 409. A call that failed or crashed saves no answer, so it may be tried again: at once in the process in which
 * it failed, also if the database was away, and after some seconds if that process died.
 */
export async function runOnce(app: App, attempt: Attempt, run: () => Promise<Answer>): Promise<Answer> {
  if (attempt.key.length < 16 || attempt.key.length > 255) throw idempotencyProblems.keyTooShort()
  const bodyHash = createHash('sha256').update(JSON.stringify(attempt.body)).digest('base64url')
  const isRunningHere = running.has(attempt.key)
  running.add(attempt.key)
  try {
    const saved = await claimKey(app, { ...attempt, bodyHash, isRunningHere })
    return saved ?? (await runClaimed(app, attempt.key, run))
  } finally {
    if (!isRunningHere) running.delete(attempt.key)
  }
}

async function runClaimed(app: App, key: string, run: () => Promise<Answer>) {
  const renewal = setInterval(() => void renewLease(app, key), renewMs)
  try {
    const answer = await run()
    await saveAnswer(app, key, answer)
    return answer
  } catch (error) {
    // Without the database the row stays: this process takes it over at the next try.
    await app.db
      .deleteFrom('idempotentRequests')
      .where('key', '=', key)
      .where('answer', 'is', null)
      .execute()
      .catch((failure: unknown) => app.log.warn({ error: describeError(failure) }, 'request not released'))
    throw error
  } finally {
    clearInterval(renewal)
  }
}

const leaseEnd = (app: App) => new Date(app.now().getTime() + leaseSeconds * 1000)

const renewLease = (app: App, key: string) =>
  app.db
    .updateTable('idempotentRequests')
    .set({ leasedUntil: leaseEnd(app) })
    .where('key', '=', key)
    .where('holder', '=', holder)
    .execute()
    .catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'request not renewed'))

async function claimKey(app: App, attempt: Attempt & { bodyHash: string; isRunningHere: boolean }) {
  const now = app.now()
  const { rows } = await sql<{ key: string }>`
    insert into idempotent_requests as known (key, caller_hash, call, body_hash, leased_until, created_at, holder)
    values (${attempt.key}, ${attempt.callerHash}, ${attempt.call}, ${attempt.bodyHash}, ${leaseEnd(app)}, ${now}, ${holder})
    on conflict (key) do update
    set leased_until = excluded.leased_until, holder = excluded.holder
    where known.answer is null
      and (known.leased_until <= ${now} or (known.holder = excluded.holder and not ${attempt.isRunningHere}))
      and known.caller_hash = excluded.caller_hash
      and known.call = excluded.call
      and known.body_hash = excluded.body_hash
    returning key`.execute(app.db)
  if (rows.length) return undefined
  const known = await app.db
    .selectFrom('idempotentRequests')
    // Read as text: parsed into an object, its keys would be renamed to camelCase.
    .select(['callerHash', 'call', 'bodyHash', 'status', sql<string | null>`answer::text`.as('answer')])
    .where('key', '=', attempt.key)
    .executeTakeFirst()
  if (!known) throw idempotencyProblems.stillRunning()
  const isSame = known.callerHash === attempt.callerHash && known.call === attempt.call && known.bodyHash === attempt.bodyHash
  if (!isSame) throw idempotencyProblems.keyReused()
  if (known.answer === null || known.status === null) throw idempotencyProblems.stillRunning()
  return { status: known.status, answer: JSON.parse(known.answer) as unknown }
}

const saveAnswer = (app: App, key: string, { status, answer }: Answer) =>
  app.db
    .updateTable('idempotentRequests')
    .set({ status, answer: JSON.stringify(answer) })
    .where('key', '=', key)
    .execute()

/** Forgets answers older than 72 hours. */
export const sweepIdempotency = (app: App) =>
  app.db
    .deleteFrom('idempotentRequests')
    .where('createdAt', '<', new Date(app.now().getTime() - keptHours * 3_600_000))
    .execute()
