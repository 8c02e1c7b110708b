import { adminLimits } from '#src/foundation/accounts/operator/signInRules.ts'
import { recordSecurityEvent } from '#src/foundation/accounts/security/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Limit, Origin } from '#src/platform/server/calls/endpoint.ts'
import { consumeLimits, TooManyRequests } from '#src/platform/server/calls/limits.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { lockedMail } from './mails.ts'
import { findBrowser } from './store.ts'

/** Visitor before sign-in: the IP address, and the hash of the browser's random cookie. */
export type SignInCaller = Origin & { hash: () => string }

/** True if the operator recently signed in with this browser. Its tries are counted separately, so that strangers cannot use them up. */
export async function isKnownBrowser(app: App, hash: string) {
  const since = new Date(app.now().getTime() - adminLimits.browserDays * 86_400_000)
  return (await findBrowser(app.db, { callerHash: hash, since })) !== undefined
}

/** Consumes one try before the password is checked. Throws the refusal, and mails the operator about it once an hour. */
export async function takePasswordTry(app: App, who: SignInCaller) {
  try {
    await consumeLimits(app, (await isKnownBrowser(app, who.hash())) ? ofBrowser(who) : ofStranger(who))
  } catch (error) {
    if (error instanceof TooManyRequests) {
      await recordSecurityEvent(app, app.db, { kind: 'operatorLocked', userId: null, caller: who })
      await mailLockNotice(app)
    }
    throw error
  }
}

const ofBrowser = ({ hash }: SignInCaller): Limit[] => [{ name: 'admin:password-browser', key: hash(), ...adminLimits.passwordTries }]
const ofStranger = ({ ip }: SignInCaller): Limit[] => [
  { name: 'admin:password', key: ip, ...adminLimits.passwordTries },
  { name: 'admin:password-all', key: 'all', ...adminLimits.passwordTriesOfAll },
]

async function mailLockNotice(app: App) {
  const hour = Math.floor(app.now().getTime() / 3_600_000)
  await enqueueMail(app.db, lockedMail({ to: app.config.adminEmail, occasion: `admin:locked:${hour}` }))
}
