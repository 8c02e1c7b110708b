import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { problemsOf } from '#src/kit/problems.ts'
import type { App } from '../app.ts'

export const idempotencyProblems = problemsOf('idempotency', {
  keyTooShort: [422, 'Der Idempotency-Key muss mindestens 16 Zeichen haben.'],
  keyReused: [422, 'Dieser Idempotency-Key gehört zu einer anderen Anfrage.'],
  stillRunning: [409, 'Diese Anfrage wird gerade bearbeitet.'],
})

type Answer = { status: number; answer: unknown }
type Attempt = { key: string; callerHash: string; call: string; body: unknown }

const keptHours = 72
const leaseSeconds = 60

/**
 * Runs a creating call once per key (docs/spec.md#idempotency). Same key, body and caller: replays the saved answer. Another body or
 * caller: 422. Still running: 409. A call that failed or crashed saves no answer, so it may be tried again.
 */
export async function runOnce(app: App, attempt: Attempt, run: () => Promise<Answer>): Promise<Answer> {
  if (attempt.key.length < 16 || attempt.key.length > 255) throw idempotencyProblems.keyTooShort()
  const bodyHash = createHash('sha256').update(JSON.stringify(attempt.body)).digest('base64url')
  const saved = await claimKey(app, { ...attempt, bodyHash })
  if (saved) return saved
  try {
    const answer = await run()
    await saveAnswer(app, attempt.key, answer)
    return answer
  } catch (error) {
    await app.db.deleteFrom('idempotentRequests').where('key', '=', attempt.key).where('answer', 'is', null).execute()
    throw error
  }
}

async function claimKey(app: App, attempt: Attempt & { bodyHash: string }) {
  const now = app.now()
  const leasedUntil = new Date(now.getTime() + leaseSeconds * 1000)
  const { rows } = await sql<{ key: string }>`
    insert into idempotent_requests as known (key, caller_hash, call, body_hash, leased_until, created_at)
    values (${attempt.key}, ${attempt.callerHash}, ${attempt.call}, ${attempt.bodyHash}, ${leasedUntil}, ${now})
    on conflict (key) do update
    set leased_until = excluded.leased_until
    where known.answer is null
      and known.leased_until <= ${now}
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
