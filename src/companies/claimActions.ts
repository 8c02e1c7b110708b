import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import type { Session } from '#src/server/endpoint.ts'
import { announce } from '#src/server/live.ts'
import { areSame, keyedHash } from '#src/server/secrets.ts'
import { claimLimits, claimProblems } from './claimRules.ts'
import { claimCodeOf, claimCompanyFor, countClaimTry, findClaimable, insertClaimCode } from './claimStore.ts'
import { countCompaniesOf, lockPerson } from './registerStore.ts'
import { companiesPerPerson, companyProblems } from './rules.ts'

/**
 * Makes the code that ties a company to the account of whoever enters it: 8 digits, 14 days, once; an older one is worth nothing any more.
 * Answers it for the mail; only its keyed hash is kept.
 */
export async function issueClaimCode(app: App, tx: Transaction, companyId: string) {
  const code = newCode(app)
  const createdAt = app.now()
  const expiresAt = new Date(createdAt.getTime() + claimLimits.days * 86_400_000)
  await insertClaimCode(tx, { companyId, hmac: hmacOf(app, companyId, code), createdAt, expiresAt })
  return code
}

/**
 * Ties the company of this address and code to the signed-in account, once. Every call takes one of the code's 5 tries before anything
 * is compared, so parallel guesses gain nothing. Throws claimProblems.claimRefused, companyProblems.tooMany.
 */
export async function claimCompany(app: App, claim: { session: Session; companyEmail: string; code: string }) {
  const known = await countClaimTry(app.db, { email: claim.companyEmail, now: app.now() })
  const right = known.find(({ companyId, hmac }) => areSame(hmacOf(app, companyId, claim.code), hmac))
  if (!right) throw claimProblems.claimRefused()
  return app.db.transaction().execute(async (tx) => {
    const { userId } = claim.session
    await lockPerson(tx, userId)
    const won = await claimCodeOf(tx, right)
    const claimed = won && (await claimCompanyFor(tx, { companyId: right.companyId, userId, now: app.now() }))
    if (!claimed) throw claimProblems.claimRefused()
    if ((await countCompaniesOf(tx, userId)) > companiesPerPerson) throw companyProblems.tooMany()
    await announce(tx, { companyId: claimed.id, kind: 'company', id: claimed.id })
    return claimed.id
  })
}

/** The company that waits under the person's confirmed address: it is offered, but only its code ties it (decisions 1). */
export async function offerClaim(app: App, session: Session) {
  if (!session.isConfirmed) return null
  const found = await findClaimable(app.db, { email: session.email, now: app.now() })
  return found ?? null
}

const hmacOf = (app: App, companyId: string, code: string) => keyedHash(app, 'claim', JSON.stringify([companyId, code]))

/** Drawn again while it lies in the uneven rest, so that every code is as likely as any other. */
function newCode(app: App): string {
  const codes = 10 ** claimLimits.digits
  const drawn = app.random(4).readUInt32BE()
  if (drawn >= Math.floor(2 ** 32 / codes) * codes) return newCode(app)
  return String(drawn % codes).padStart(claimLimits.digits, '0')
}
