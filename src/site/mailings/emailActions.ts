import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordOperatorAct } from '#src/platform/server/audit.ts'
import type { AdminCaller } from '#src/platform/server/calls/endpoint.ts'
import { enqueueEncryptedMail, messageIdOf } from '#src/platform/server/mail/mail.ts'
import type { MailMessage } from '#src/platform/server/mail/message.ts'
import { companyAddedMail } from '#src/supply/companies/mails.ts'
import { bulkMail } from './mails.ts'
import { optOutUrlOf } from './optOutActions.ts'
import { type EmailRequest, mailingProblems } from './rules.ts'
import { findCompanyByEmail } from './store.ts'

/**
 * Enqueues one mail of a known type to a registered company; returns its Message-ID. The job is encrypted, because the mail contains a
 * code or a link. Throws mailingProblems.recipientUnknown, optedOut.
 */
export async function sendEmail(app: App, request: EmailRequest, caller: AdminCaller) {
  const company = await findCompanyByEmail(app.db, request.to)
  if (!company) throw mailingProblems.recipientUnknown()
  if (request.type === 'bulk_provider_email' && company.optedOut) throw mailingProblems.optedOut()
  const occasion = `email:${request.type}:${app.random(16).toString('hex')}`
  const mail = await mailOf(app, request, { companyId: company.id, occasion })
  const messageId = messageIdOf(app, occasion)
  await app.db.transaction().execute(async (tx) => {
    const after = { type: request.type, subject: mail.subject, messageId }
    await recordOperatorAct(app, tx, { caller, action: 'mailings.sendEmail', companyId: company.id, after })
    await enqueueEncryptedMail(app, tx, mail)
  })
  return { success: true, messageId } as const
}

async function mailOf(app: App, request: EmailRequest, to: { companyId: string; occasion: string }): Promise<MailMessage> {
  if (request.type === 'admin_provider_added') {
    requireOwnPage(app, request.data.dashboardUrl)
    return companyAddedMail({ to: request.to, occasion: to.occasion, ...request.data })
  }
  const { companyName, contactPerson, subject, message, adminMessage } = request.data
  const optOutUrl = await optOutUrlOf(app, to.companyId)
  const addressee = { email: request.to, companyName, contactPerson }
  const extra = typeof adminMessage === 'string' && adminMessage !== message ? { adminMessage } : {}
  return { occasion: to.occasion, ...bulkMail({ subject, message, addressee, brandName: app.config.BRAND_NAME, optOutUrl, ...extra }) }
}

/** Rejects links to other sites: such a mail would carry the platform's name. */
function requireOwnPage(app: App, address: string) {
  if (new URL(address).origin === app.config.publicUrl) return
  throw invalidInput({ 'data.dashboardUrl': ['Der Link muss auf diese Website führen.'] })
}
