import type { App } from '#src/server/app.ts'
import { hashSecret, keyedHash } from '#src/server/secrets.ts'
import { deleteOptOut, findLink, findOptOut, insertLink, insertOptOut } from './optOutStore.ts'
import { mailingProblems } from './rules.ts'
import { optOutPage, optOutTexts } from './texts.ts'

/**
 * The opt-out URL of a company, the same in every mail: a repeated transmission must not contain another one. Derived from SECRET_KEY; only
 * its hash is stored.
 */
export async function optOutUrlOf(app: App, companyId: string) {
  const token = keyedHash(app, 'mailings.optOut', companyId)
  await insertLink(app.db, { tokenHash: hashSecret(token), companyId, createdAt: app.now() })
  return linkTo(app, token)
}

/** A sample of the URL for a preview; it does not work. */
export const sampleOptOutUrl = (app: App) => linkTo(app, 'beispiel')

const linkTo = (app: App, token: string) => `${app.config.publicUrl}${optOutPage}?token=${token}`

/** Opts the company of this link out of mailings. Safe to repeat. Throws mailingProblems.linkMissing, linkUnknown. */
export async function optOutByLink(app: App, token: string) {
  if (token === '') throw mailingProblems.linkMissing()
  const link = await findLink(app.db, hashSecret(token))
  if (!link) throw mailingProblems.linkUnknown()
  await insertOptOut(app.db, { companyId: link.companyId, now: app.now() })
  return { success: true, message: optOutTexts.done } as const
}

/** Whether a company gets such mails. */
export const readChoice = async (app: App, companyId: string) => ({ receives: (await findOptOut(app.db, companyId)) === undefined })

/** The company's own decision. */
export async function chooseMailings(app: App, { companyId, receives }: { companyId: string; receives: boolean }) {
  if (receives) await deleteOptOut(app.db, companyId)
  else await insertOptOut(app.db, { companyId, now: app.now() })
  return { receives }
}
