import type { App } from '#src/server/app.ts'
import { hashSecret, keyedHash } from '#src/server/secrets.ts'
import { deleteOptOut, findLink, findOptOut, insertLink, insertOptOut } from './optOutStore.ts'
import { mailingProblems } from './rules.ts'
import { optOutPage, optOutTexts } from './texts.ts'

/**
 * The address that leads a company out of such mails, the same in each of them: a repeated transmission must not carry another one. Made
 * from SECRET_KEY; only its hash is kept.
 */
export async function optOutUrlOf(app: App, companyId: string) {
  const token = keyedHash(app, 'mailings.optOut', companyId)
  await insertLink(app.db, { tokenHash: hashSecret(token), companyId, createdAt: app.now() })
  return linkTo(app, token)
}

/** The address as it will look, for a preview: it opens nothing. */
export const sampleOptOutUrl = (app: App) => linkTo(app, 'beispiel')

const linkTo = (app: App, token: string) => `${app.config.publicUrl}${optOutPage}?token=${token}`

/** Whoever holds the link wants no such mails any more; a second time changes nothing. Throws mailingProblems.linkMissing, linkUnknown. */
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
