import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import { announce } from '#src/platform/server/live.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { readStanding } from '#src/supply/companies/details/actions.ts'
import { isComplete } from '#src/supply/companies/details/texts.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { readBillingFacts } from '#src/supply/companies/tax/actions.ts'
import { customerProblems } from '../customers/rules.ts'
import { lockIssuing } from '../store.ts'
import { findMandate, insertMandate, markMandateRevoked } from './mandateStore.ts'
import { mandateText, mandateVersion } from './mandateTexts.ts'

/** Returns a company's mandate to issue its customers' invoices: the accepted text, or the text on offer. */
export async function readMandate(app: App, companyId: string) {
  const [mandate, { status, details }, text] = await Promise.all([
    findMandate(app.db, companyId),
    readStanding(app, companyId),
    currentMandateText(app, companyId),
  ])
  return {
    acceptedAt: mandate?.acceptedAt ?? null,
    version: mandate?.version ?? mandateVersion,
    text: mandate?.acceptedText ?? text,
    hasDetails: isComplete(status) && details.taxStatus !== null,
  }
}

/** Accepts the current text; a second call changes nothing. Throws customerProblems. */
export async function acceptMandate(app: App, { version, caller }: { version: string; caller: OwnerCaller }) {
  const { companyId, session } = caller
  if (version !== mandateVersion) throw customerProblems.mandateChanged()
  const { hasDetails } = await readMandate(app, companyId)
  if (!hasDetails) throw customerProblems.detailsMissing()
  const acceptedText = await currentMandateText(app, companyId)
  await app.db.transaction().execute(async (tx) => {
    await lockIssuing(tx, companyId)
    const accepted = await insertMandate(tx, { companyId, version, acceptedText, acceptedAt: app.now(), acceptedBy: session.userId })
    if (!accepted) return
    await record(app, tx, { caller, action: 'documents.acceptMandate', after: { version } })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })
  return readMandate(app, companyId)
}

/** Revokes the mandate; invoices not issued yet are not issued. Throws customerProblems. */
export async function revokeMandate(app: App, caller: OwnerCaller) {
  const { companyId } = caller
  await app.db.transaction().execute(async (tx) => {
    await lockIssuing(tx, companyId)
    if (!(await markMandateRevoked(tx, { companyId, now: app.now() }))) throw customerProblems.noMandate()
    await record(app, tx, { caller, action: 'documents.revokeMandate', after: {} })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })
  return readMandate(app, companyId)
}

async function currentMandateText(app: App, companyId: string) {
  const [company, { operator }] = await Promise.all([readBillingFacts(app, companyId), readSettings(app.db)])
  if (!company) throw companyProblems.notYours()
  const { name, sellerCode } = company
  return mandateText({ company: name, operator: operator.name, brand: app.config.BRAND_NAME, sellerCode, from: berlinDay(app.now()) })
}

type Act = { caller: OwnerCaller; action: string; after: object }
const record = (app: App, tx: Parameters<typeof recordAudit>[0], { caller: { companyId, session, requestId }, action, after }: Act) =>
  recordAudit(tx, { at: app.now(), actor: `user:${session.userId}`, action, companyId, after, requestId })
