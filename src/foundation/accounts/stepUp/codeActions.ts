import type { App } from '#src/platform/server/app.ts'
import { countCreated, TooManyRequests } from '#src/platform/server/calls/limits.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { areSame, keyedHash } from '#src/platform/server/secrets.ts'
import { accountLimits, codeLimits, lifetimes, mailLimitTexts } from '../rules.ts'
import { type CodeOwner, claimCode, countCodeFailure, countCodeTry, findCodeFailures, forgiveCodeFailure, insertCode } from './codeStore.ts'

/**
 * Creates a 6-digit code for a purpose, a subject and a session, and passes it to `deliver` (which enqueues its mail) in the same
 * transaction. The code is valid for 10 minutes and replaces the subject's older one (docs/spec.md#codes). Throws TooManyRequests after 5
 * sends in 10 minutes; only codes that are sent count.
 */
export async function issueCode(app: App, owner: CodeOwner, deliver: (tx: Transaction, code: string) => Promise<unknown>) {
  const limits = [{ name: `code:${owner.purpose}`, key: owner.subject, ...codeLimits.sends, says: mailLimitTexts.codes }]
  const code = newCode(app)
  const expiresAt = new Date(app.now().getTime() + lifetimes.codeMinutes * 60_000)
  await app.db.transaction().execute(async (tx) => {
    await countCreated(app, tx, { limits, isProven: false })
    await insertCode(tx, { ...owner, hmac: hmacOf(app, owner, code), expiresAt })
    await deliver(tx, code)
  })
}

/**
 * Returns true for the code last issued for purpose, subject and session. A right code is consumed, by one caller only. Every call uses one
 * of the code's 5 tries and one of the subject's 15 failures an hour before anything is compared, so parallel guesses gain nothing. Throws
 * TooManyRequests if the subject has no failure left. `onWrong` runs only for counted guesses, which bounds the number of rows it writes.
 */
export async function checkCode(
  app: App,
  { code, ...owner }: CodeOwner & { code: string },
  onWrong: () => Promise<unknown> = async () => undefined,
): Promise<boolean> {
  const now = app.now()
  const known = await countCodeTry(app.db, { ...owner, now })
  if (!known) return false
  if (!(await countCodeFailure(app.db, { ...owner, now }))) throw new TooManyRequests(await secondsOfPause(app, owner))
  if (!areSame(hmacOf(app, owner, code), known.hmac)) {
    await onWrong()
    return false
  }
  const won = await claimCode(app.db, { ...owner, hmac: known.hmac })
  await forgiveCodeFailure(app.db, owner)
  return won !== undefined
}

/** Throws TooManyRequests if the subject has no failure left this hour: a new code could not be entered. */
export async function requireTriesLeft(app: App, owner: CodeOwner) {
  const failed = await findCodeFailures(app.db, owner)
  const isSpent = failed !== undefined && failed.until > app.now() && failed.failures >= codeLimits.failuresPerHour
  if (isSpent) throw new TooManyRequests(secondsUntil(app, failed.until))
}

async function secondsOfPause(app: App, owner: CodeOwner) {
  const known = await findCodeFailures(app.db, owner)
  return known ? secondsUntil(app, known.until) : 1
}

const secondsUntil = (app: App, until: Date) => Math.max(1, Math.ceil((until.getTime() - app.now().getTime()) / 1000))

const hmacOf = (app: App, { purpose, subject, sessionId }: CodeOwner, code: string) =>
  keyedHash(app, 'code', JSON.stringify([purpose, subject, sessionId, code]))

/** Rejection sampling: draws again if modulo would favour some codes, so that all codes are equally likely. */
function newCode(app: App): string {
  const codes = 10 ** accountLimits.codeDigits
  const drawn = app.random(4).readUInt32BE()
  if (drawn >= Math.floor(2 ** 32 / codes) * codes) return newCode(app)
  return String(drawn % codes).padStart(accountLimits.codeDigits, '0')
}
