import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMails } from '#src/platform/server/mail/mail.ts'
import { listRecipients } from '../details/store.ts'
import { badgeEndedMail, proofEndingMail } from './mails.ts'
import { proofLimits } from './proofRules.ts'
import { markProofsReminded, takeEndedBadges } from './proofStore.ts'

/** Reminds companies of proofs that end soon, and removes the badge of those whose proofs have all ended (docs/spec.md#verification). */
export async function endProofs(app: App) {
  await remindOfProofs(app)
  await removeEndedBadges(app)
}

const remindOfProofs = (app: App) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const today = berlinDay(now)
    const ending = await markProofsReminded(tx, { now, today, until: addDays(today, proofLimits.remindDays) })
    if (ending.length === 0) return
    const recipients = await listRecipients(tx, [...new Set(ending.map(({ companyId }) => companyId))])
    const mails = recipients.flatMap((recipient) =>
      ending
        .filter(({ companyId }) => companyId === recipient.companyId)
        .map((proof) => proofEndingMail({ ...recipient, proof, publicUrl: app.config.publicUrl })),
    )
    await enqueueMails(tx, mails)
  })

const removeEndedBadges = (app: App) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const ended = await takeEndedBadges(tx, { now, today: berlinDay(now) })
    if (ended.length === 0) return
    for (const { companyId } of ended) {
      const act = { action: 'companies.loseBadge', companyId, before: { verified: true }, after: { verified: false } }
      await recordAudit(tx, { ...act, at: now, actor: 'system', requestId: 'job' })
      await announce(tx, { companyId, kind: 'company', id: companyId })
    }
    const recipients = await listRecipients(
      tx,
      ended.map(({ companyId }) => companyId),
    )
    await enqueueMails(
      tx,
      recipients.map((recipient) => badgeEndedMail({ ...recipient, at: now, publicUrl: app.config.publicUrl })),
    )
  })
