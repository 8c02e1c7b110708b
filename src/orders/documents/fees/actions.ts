import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { readSettings, type Settings } from '#src/platform/server/settings.ts'
import { readBillingFacts } from '#src/supply/companies/tax/actions.ts'
import { issueEach, issueOrNote } from '../actions.ts'
import { companyParty, operatorParty } from '../parties.ts'
import { commissionsBefore, draftCommission, draftPlan, issueBatch, retryAfterMinutes } from './drafts.ts'
import { findLastCommission, isCovered, listDueMonths, listDuePlans, listFees, type PaidPlan } from './store.ts'

/**
 * Issues the operator's invoices to companies: each subscription payment once it is paid, commission for each month that is over. Covers
 * ledger entries since the month set by the operator; issues nothing while it is not set. Reads its work from the ledger, so the next run
 * continues an interrupted one.
 */
export async function issueFees(app: App) {
  const settings = await readSettings(app.db)
  const { since } = settings.invoices
  if (since === '') return
  const shared = { from: `${since}-01`, checkedBefore: new Date(app.now().getTime() - retryAfterMinutes * 60_000), limit: issueBatch }
  const plans = await listDuePlans(app.db, shared)
  await issueEach(
    app,
    plans.map((paid) => ({ ...paid, subject: paid.txId })),
    (tx, paid) => issuePlan(app, tx, { paid, settings }),
  )
  const before = commissionsBefore(app.now(), berlinInstant)
  const months = await listDueMonths(app.db, { ...shared, before })
  await issueEach(
    app,
    months.map((due) => ({ ...due, subject: due.month })),
    (tx, due) => issueCommission(app, tx, { ...due, settings }),
  )
}

type Month = { companyId: string; month: string; settings: Settings }

async function issueCommission(app: App, tx: Transaction, { companyId, month, settings }: Month) {
  const from = `${month}-01`
  const fees = await listFees(tx, { companyId, from, before: `${addDays(from, 31).slice(0, 7)}-01` })
  if (fees.length === 0) return
  const parties = await partiesOf(tx, { companyId, settings })
  const last = await findLastCommission(tx, companyId)
  const drafted = draftCommission({ ...parties, today: berlinDay(app.now()), month, fees, last })
  const isCorrection = drafted.facts.typeCode === '384'
  await issueOrNote(app, tx, month, {
    ...drafted,
    kind: isCorrection ? 'operatorCorrection' : 'commission',
    ...(isCorrection && last ? { correctsId: last.id } : {}),
    companyId,
    prefix: null,
    covers: { side: 'operator', facts: fees.map(({ id }) => id) },
  })
}

async function issuePlan(app: App, tx: Transaction, { paid, settings }: { paid: PaidPlan; settings: Settings }) {
  const { companyId, txId } = paid
  if (await isCovered(tx, txId)) return
  const drafted = draftPlan({ ...(await partiesOf(tx, { companyId, settings })), today: berlinDay(app.now()), paid })
  await issueOrNote(app, tx, txId, {
    ...drafted,
    kind: 'subscription',
    companyId,
    prefix: null,
    covers: { side: 'operator', facts: [txId] },
  })
}

async function partiesOf(tx: Transaction, { companyId, settings }: { companyId: string; settings: Settings }) {
  const company = await readBillingFacts({ db: tx }, companyId)
  if (!company) throw new Error(`company ${companyId} was deleted while its invoice was issued`)
  return { seller: operatorParty(settings.operator, settings.invoices.taxNumber), buyer: companyParty(company) }
}
