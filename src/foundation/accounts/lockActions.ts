import type { Problem } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import { TooManyRequests } from '#src/platform/server/calls/limits.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { keyedHash } from '#src/platform/server/secrets.ts'
import { countSignInTry, deleteLocksOf, deleteSignInTries, findLock } from './lockStore.ts'
import { matchesPassword } from './passwordActions.ts'
import { accountLimits, accountTexts, lifetimes, minutesUntil } from './rules.ts'
import { recordSecurityEvent } from './security/actions.ts'
import { findForSignIn } from './store.ts'

type Proof = { email: string; password: string; caller: Caller; wrong: () => Problem }

/**
 * Returns the account of an address if the password is right. An unknown address and a wrong password take the same time and throw the same
 * error: `wrong`, or the lock's refusal. Both record a failure by the same statement; for an unknown address without the address.
 */
export async function provePassword(app: App, { email, password, caller, wrong }: Proof) {
  const callerHash = caller.hash()
  const user = await findForSignIn(app.db, { email, callerHash })
  const attempt = await takeSignInTry(app, { email, callerHash, deviceSeenAt: user?.deviceSeenAt ?? null })
  const isRight = await matchesPassword(password, user?.passwordHash)
  if (!user || !isRight) {
    const refusal = attempt.refusal()
    const failure = refusal ? 'locked' : 'signInFailed'
    await recordSecurityEvent(app, app.db, { kind: user ? failure : 'unknownAddress', userId: user?.id ?? null, caller })
    throw refusal ?? wrong()
  }
  await attempt.forget()
  return user
}

/** Attempt to sign in: the typed address, and the browser if it signed in to this address before. */
type Attempt = { email: string; callerHash: string; deviceSeenAt: Date | null }

/**
 * Uses one of the five tries before a password is evaluated (docs/spec.md#lockout). Parallel tries wait for the same row lock, so at most
 * five are evaluated. Returns callbacks for a right and a wrong password. Throws the refusal while the key is locked.
 */
async function takeSignInTry(app: App, attempt: Attempt) {
  const now = app.now()
  const addressHash = keyedHash(app, 'sign-in', attempt.email)
  const key = isKnownDevice(attempt, now) ? keyedHash(app, 'sign-in', `${attempt.email} ${attempt.callerHash}`) : addressHash
  const until = new Date(now.getTime() + accountLimits.lockMinutes * 60_000)
  const taken = await countSignInTry(app.db, { key, addressHash, now, until })
  if (!taken) throw lockedUntil((await findLock(app.db, key))?.until ?? now, now)
  return {
    forget: () => deleteSignInTries(app.db, key),
    /** Returns the refusal after the last try; undefined before it. */
    refusal: () => (taken.tries >= accountLimits.failuresBeforeLock ? lockedNow() : undefined),
  }
}

const isKnownDevice = ({ deviceSeenAt }: Attempt, now: Date) =>
  deviceSeenAt !== null && now.getTime() - deviceSeenAt.getTime() < lifetimes.knownDeviceDays * 86_400_000

function lockedUntil(until: Date, now: Date) {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return new TooManyRequests(seconds, { code: 'accounts.locked', text: accountTexts.locked(minutesUntil(until, now)) })
}

const lockedNow = () => new TooManyRequests(accountLimits.lockMinutes * 60, { code: 'accounts.lockedNow', text: accountTexts.lockedNow })

/** Lifts the locks of an address on every device, after its password was reset. */
export const liftLocks = (app: App, tx: Transaction, email: string) => deleteLocksOf(tx, keyedHash(app, 'sign-in', email))
