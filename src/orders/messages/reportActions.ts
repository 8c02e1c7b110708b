import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import type { App } from '#src/platform/server/app.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { findCompanyPlace, findCustomerPlace } from './actions.ts'
import { reportedMail } from './mails.ts'
import { insertReport } from './operator/store.ts'
import { messageProblems, type Side, type Subject } from './rules.ts'
import type { PlaceRow } from './store.ts'

/** Reports a thread to the operator for the customer. Throws as openWithKey, messageProblems.nothingToReport, alreadyReported. */
export async function reportThreadAsCustomer(app: App, { key, reason }: { key: HeldKey; reason: string }) {
  await reportThread(app, { place: await findCustomerPlace(app, key), side: 'customer', reason })
}

/** Reports a thread for the company. Throws messageProblems.unknown, and as reportThreadAsCustomer. */
export async function reportCompanyThread(app: App, { reason, ...asked }: { companyId: string; subject: Subject; reason: string }) {
  await reportThread(app, { place: await findCompanyPlace(app, asked), side: 'company', reason })
}

/** Reports a thread. The caller has authorized the party. Throws as reportThreadAsCustomer. */
export const reportThread = (app: App, { place, side, reason }: { place: PlaceRow; side: Side; reason: string }) =>
  app.db.transaction().execute(async (tx) => {
    if (!place.threadId) throw messageProblems.nothingToReport()
    const noted = await insertReport(tx, { threadId: place.threadId, side, reason, reportedAt: app.now() })
    if (!noted) throw messageProblems.alreadyReported()
    const areaUrl = `${app.config.publicUrl}/admin/gespraeche`
    await enqueueMail(tx, reportedMail({ to: app.config.adminEmail, reportId: noted.id, place, side, areaUrl }))
  })
