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
type HashedAttempt = Attempt & { bodyHash: string }

const retentionHours = 72
/** Lease of a running request: a living process renews it, that of a dead one expires. */
const leaseSeconds = 15
const renewMs = 5_000

/** Id of this process, and the keys of the requests that it is running. */
const holder = randomUUID()
const running = new Set<string>()

/**
 * Runs a creating call once per key (docs/spec.md#idempotency). Same key, body and caller: replays the saved response. Another body or
 * caller: 422. Still running: 409. A call that failed or crashed saves no response, so it may be retried: at once in the process in which
 * it failed, even if the database was down, and after some seconds if that process died.
 */
export async function runOnce(app: App, attempt: Attempt, run: () => Promise<Answer>): Promise<Answer> {
  if (attempt.key.length < 16 || attempt.key.length > 255) throw idempotencyProblems.keyTooShort()
  const bodyHash = createHash('sha256').update(JSON.stringify(attempt.body)).digest('base64url')
  const hashed = { ...attempt, bodyHash }
  // Only the first request of this process may claim: the claim takes over keys of this process, also one that a second request inserted.
  if (running.has(attempt.key)) return readSaved(app, hashed)
  running.add(attempt.key)
  try {
    return (await claimKey(app, hashed)) ? await runClaimed(app, attempt.key, run) : await readSaved(app, hashed)
  } finally {
    running.delete(attempt.key)
  }
}

async function runClaimed(app: App, key: string, run: () => Promise<Answer>) {
  const renewal = setInterval(() => void renewLease(app, key), renewMs)
  try {
    const answer = await run()
    await saveResponse(app, key, answer)
    return answer
  } catch (error) {
    // Without the database the row remains: this process takes it over at the next try.
    await app.db
      .deleteFrom('idempotentRequests')
      .where('key', '=', key)
      .where('holder', '=', holder)
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

/** Inserts the key, or takes over an unfinished one whose lease expired or that this process left. Returns true if the caller may run. */
async function claimKey(app: App, attempt: HashedAttempt) {
  const now = app.now()
  const { rows } = await sql<{ key: string }>`
    insert into idempotent_requests as known (key, caller_hash, call, body_hash, leased_until, created_at, holder)
    values (${attempt.key}, ${attempt.callerHash}, ${attempt.call}, ${attempt.bodyHash}, ${leaseEnd(app)}, ${now}, ${holder})
    on conflict (key) do update
    set leased_until = excluded.leased_until, holder = excluded.holder
    where known.answer is null
      and (known.leased_until <= ${now} or known.holder = excluded.holder)
      and known.caller_hash = excluded.caller_hash
      and known.call = excluded.call
      and known.body_hash = excluded.body_hash
    returning key`.execute(app.db)
  return rows.length > 0
}

/** Returns the saved response of this key. Throws 409 if there is none yet, 422 if the key belongs to another request. */
async function readSaved(app: App, attempt: HashedAttempt): Promise<Answer> {
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

const saveResponse = (app: App, key: string, { status, answer }: Answer) =>
  app.db
    .updateTable('idempotentRequests')
    .set({ status, answer: JSON.stringify(answer) })
    .where('key', '=', key)
    .execute()

/** Deletes responses older than 72 hours. */
export const sweepIdempotency = (app: App) =>
  app.db
    .deleteFrom('idempotentRequests')
    .where('createdAt', '<', new Date(app.now().getTime() - retentionHours * 3_600_000))
    .execute()
