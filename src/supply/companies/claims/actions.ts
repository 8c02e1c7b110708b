import { randomUUID } from 'node:crypto'
import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import type { App, Session } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { areSame, keyedHash } from '#src/platform/server/secrets.ts'
import { companyAddedMail } from '../mails.ts'
import { countCompaniesOf, lockPerson } from '../register/store.ts'
import { companiesPerPerson, companyProblems } from '../rules.ts'
import { claimLimits, claimProblems } from './rules.ts'
import { claimCodeOf, claimCompanyFor, countClaimTry, findClaimable, insertClaimCode } from './store.ts'

/**
 * Creates a claim code: 8 digits, valid for 14 days, usable once; replaces an older one. The account that enters it becomes the company's
 * owner. Returns the code and the id of its mail; the database stores the code's keyed hash only.
 */
export async function issueClaimCode(app: App, tx: Transaction, companyId: string) {
  const [code, mailId, createdAt] = [newCode(app), randomUUID(), app.now()]
  const expiresAt = new Date(createdAt.getTime() + claimLimits.days * 86_400_000)
  await insertClaimCode(tx, { companyId, hmac: hmacOf(app, companyId, code), mailId, createdAt, expiresAt })
  return { code, mailId }
}

type Invited = { id: string; companyName: string; contactPerson: string; email: string }

/** Mails a new code to the address of an unclaimed company; an earlier code becomes invalid. */
export async function inviteCompany(app: App, tx: Transaction, company: Invited) {
  const { code, mailId } = await issueClaimCode(app, tx, company.id)
  const { contactPerson, companyName, email: to } = company
  const dashboardUrl = `${app.config.publicUrl}/dashboard`
  const mail = companyAddedMail({ to, companyName, contactPerson, dashboardCode: code, dashboardUrl, occasion: claimOccasion(mailId) })
  await enqueueEncryptedMail(app, tx, mail)
}

/** Occasion of a code's mail, under which the mail's delivery status is stored. */
export const claimOccasion = (mailId: string) => `company:claim:${mailId}`

/**
 * Makes the signed-in account the owner of the company with this address and code, once. Every call uses one of the account's 5 tries
 * before anything is compared, so parallel guesses gain nothing. Throws claimProblems.claimRefused, companyProblems.tooMany.
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
    if ((await countCompaniesOf(tx, userId)).total > companiesPerPerson) throw companyProblems.tooMany()
    await recordAcceptance(app, tx, { companyId: claimed.id })
    await announce(tx, { companyId: claimed.id, kind: 'company', id: claimed.id })
    return claimed.id
  })
}

/** Unclaimed company with the person's confirmed address, as a suggestion: claiming still needs the code (docs/spec.md#claim-code). */
export async function suggestClaim(app: App, session: Session) {
  if (!session.isConfirmed) return null
  const found = await findClaimable(app.db, { email: session.email, userId: session.userId, now: app.now() })
  return found ?? null
}

const hmacOf = (app: App, companyId: string, code: string) => keyedHash(app, 'claim', JSON.stringify([companyId, code]))

/** Rejection sampling: draws again if modulo would favour some codes, so that all codes are equally likely. */
function newCode(app: App): string {
  const codes = 10 ** claimLimits.digits
  const drawn = app.random(4).readUInt32BE()
  if (drawn >= Math.floor(2 ** 32 / codes) * codes) return newCode(app)
  return String(drawn % codes).padStart(claimLimits.digits, '0')
}
