import { randomUUID } from 'node:crypto'
import { recordAcceptance } from '#src/legal/actions.ts'
import type { App, Session } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { announce } from '#src/server/live.ts'
import { enqueueSecretMail } from '#src/server/mail/mail.ts'
import { areSame, keyedHash } from '#src/server/secrets.ts'
import { companyAddedMail } from '../mails.ts'
import { countCompaniesOf, lockPerson } from '../register/store.ts'
import { companiesPerPerson, companyProblems } from '../rules.ts'
import { claimLimits, claimProblems } from './rules.ts'
import { claimCodeOf, claimCompanyFor, countClaimTry, findClaimable, insertClaimCode } from './store.ts'

/**
 * Makes the code that ties a company to the account of whoever enters it: 8 digits, 14 days, once; an older one is worth nothing any more.
 * Answers it for the mail; only its keyed hash is kept.
 */
export const issueClaimCode = async (app: App, tx: Transaction, companyId: string) => (await writeCode(app, tx, companyId)).code

type Invited = { id: string; companyName: string; contactPerson: string; email: string }

/** Mails a new code to the address of a company that nobody runs yet; the mail of an earlier one is worth nothing any more. */
export async function inviteCompany(app: App, tx: Transaction, company: Invited) {
  const { code, mailId } = await writeCode(app, tx, company.id)
  const { contactPerson, companyName, email: to } = company
  const dashboardUrl = `${app.config.publicUrl}/dashboard`
  const mail = companyAddedMail({ to, companyName, contactPerson, dashboardCode: code, dashboardUrl, occasion: claimOccasion(mailId) })
  await enqueueSecretMail(app, tx, mail)
}

/** The occasion of the mail of a code: what became of it is read under this name. */
export const claimOccasion = (mailId: string) => `company:claim:${mailId}`

async function writeCode(app: App, tx: Transaction, companyId: string) {
  const [code, mailId, createdAt] = [newCode(app), randomUUID(), app.now()]
  const expiresAt = new Date(createdAt.getTime() + claimLimits.days * 86_400_000)
  await insertClaimCode(tx, { companyId, hmac: hmacOf(app, companyId, code), mailId, createdAt, expiresAt })
  return { code, mailId }
}

/**
 * Ties the company of this address and code to the signed-in account, once. Every call takes one of the account's 5 tries before anything
 * is compared, so parallel guesses gain nothing. Throws claimProblems.claimRefused, companyProblems.tooMany.
 */
export async function claimCompany(app: App, claim: { session: Session; companyEmail: string; code: string }) {
  const { companyEmail: email, session } = claim
  const isOwnAddress = session.isConfirmed && session.email === email
  const known = await countClaimTry(app.db, { email, userId: session.userId, isOwnAddress, now: app.now() })
  const right = known.find(({ companyId, hmac }) => areSame(hmacOf(app, companyId, claim.code), hmac))
  if (!right) throw claimProblems.claimRefused()
  return app.db.transaction().execute(async (tx) => {
    const { userId } = session
    await lockPerson(tx, userId)
    const won = await claimCodeOf(tx, right)
    const claimed = won && (await claimCompanyFor(tx, { companyId: right.companyId, userId, now: app.now() }))
    if (!claimed) throw claimProblems.claimRefused()
    if ((await countCompaniesOf(tx, userId)) > companiesPerPerson) throw companyProblems.tooMany()
    await recordAcceptance(app, tx, { companyId: claimed.id })
    await announce(tx, { companyId: claimed.id, kind: 'company', id: claimed.id })
    return claimed.id
  })
}

/** The company that waits under the person's confirmed address: it is offered, but only its code ties it (docs/spec.md#claim-code). */
export async function offerClaim(app: App, session: Session) {
  if (!session.isConfirmed) return null
  const found = await findClaimable(app.db, { email: session.email, userId: session.userId, now: app.now() })
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
