import type { App } from '#src/platform/server/app.ts'
import { hashToken, keyedHash } from '#src/platform/server/secrets.ts'
import { deleteOptOut, findLink, findOptOut, insertLink, insertOptOut } from './optOutStore.ts'
import { mailingProblems } from './rules.ts'
import { optOutPage, optOutTexts } from './texts.ts'

/**
 * Returns the opt-out URL of a company. It must be the same in every mail, because a retry must not change its content: derived from
 * SECRET_KEY; only its hash is stored.
 */
export async function optOutUrlOf(app: App, companyId: string) {
  const token = keyedHash(app, 'mailings.optOut', companyId)
  await insertLink(app.db, { tokenHash: hashToken(token), companyId, createdAt: app.now() })
  return linkTo(app, token)
}

/** Returns a sample URL for the preview; it does not work. */
export const sampleOptOutUrl = (app: App) => linkTo(app, 'beispiel')

const linkTo = (app: App, token: string) => `${app.config.publicUrl}${optOutPage}?token=${token}`

/** Opts the company of this link out of mailings. Idempotent. Throws mailingProblems.linkMissing, linkUnknown. */
export async function optOutByLink(app: App, token: string) {
  if (token === '') throw mailingProblems.linkMissing()
  const link = await findLink(app.db, hashToken(token))
  if (!link) throw mailingProblems.linkUnknown()
  await insertOptOut(app.db, { companyId: link.companyId, now: app.now() })
  return { success: true, message: optOutTexts.done } as const
}

/** Returns true as `receives` if the company gets mailings. */
export const readChoice = async (app: App, companyId: string) => ({ receives: (await findOptOut(app.db, companyId)) === undefined })

/** Stores the company's own choice. */
export async function chooseMailings(app: App, { companyId, receives }: { companyId: string; receives: boolean }) {
  if (receives) await deleteOptOut(app.db, companyId)
  else await insertOptOut(app.db, { companyId, now: app.now() })
  return { receives }
}
