import { readBankDetails } from '#src/money/payouts/bank/actions.ts'
import { enterBankDetails } from '#src/money/payouts/bank/operatorActions.ts'
import type { BankDetails } from '#src/money/payouts/bank/rules.ts'
import { listUnpaidReturns } from '#src/money/plans/debits/store.ts'
import { enqueueWithdrawal } from '#src/money/plans/endActions.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { OperatorAct } from '#src/platform/server/audit.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { findFeed } from '#src/supply/calendars/feeds/store.ts'
import { claimOccasion } from '#src/supply/companies/claims/actions.ts'
import { claimLimits } from '#src/supply/companies/claims/rules.ts'
import { columnsOf } from '#src/supply/companies/fields/columns.ts'
import { operatorNames } from '#src/supply/companies/fields/fields.ts'
import { placeIn } from '#src/supply/companies/fields/reading.ts'
import { changeCompany, enterCompany, suspendCompany } from '#src/supply/companies/operator/actions.ts'
import { type OperatorFields, operatorProblems, operatorTexts } from '#src/supply/companies/operator/rules.ts'
import type { CompanyList } from './listRules.ts'
import type { ChangedCompany, CompanyView, Suspension } from './rules.ts'
import { countCompanies, findCompany, findSentMail, listCompanies } from './store.ts'

type Fields = Omit<ChangedCompany, 'plan' | 'premium' | 'verified'>

/**
 * Creates a company, with bank details if given, and enqueues the mail with its claim code, in one transaction. Returns the company, which
 * later shows whether the mail arrived. Throws operatorProblems.sameCompany.
 */
export async function createCompany(app: App, { fields, bank, caller }: { fields: Fields; bank: BankDetails | null; caller: OperatorAct }) {
  const row = await app.db.transaction().execute(async (tx) => {
    const company = await enterCompany(app, tx, { fields: columnsFrom(fields), caller })
    if (bank) await enterBankDetails(app, tx, { companyId: company.id, caller, details: bank })
    return company
  })
  return showCompany(row)
}

/** Changes a company. Throws operatorProblems, and invalidInput if the operator may not change the plan. */
export async function changeByOperator(
  app: App,
  { companyId, knownAt, caller, fields }: { companyId: string; knownAt: Date; caller: OperatorAct; fields: ChangedCompany },
) {
  const { plan, premium, verified } = fields
  const { isPlanRefused } = await changeCompany(app, {
    companyId,
    knownAt,
    caller,
    fields: { ...columnsFrom(fields), plan, premium, verified },
  })
  if (isPlanRefused) throw invalidInput({ plan: [operatorTexts.planFollows] })
}

/** A company's fields as its columns; postcode and town, used by the search, are read from its location. */
function columnsFrom(fields: Fields): OperatorFields {
  const { postcode = null, town = null } = placeIn(fields.location) ?? {}
  return { ...columnsOf(fields, operatorNames), postcode, town }
}

/** Suspends a company, and withdraws its open checkout for a plan. Throws operatorProblems. */
export const suspendListedCompany = (app: App, order: Suspension & { caller: OperatorAct }) =>
  suspendCompany(app, { ...order, afterwards: (tx) => enqueueWithdrawal(tx, order.companyId) })

/** Returns one page of the matching companies. */
export const readCompanies = (app: App, params: ListRequest<CompanyList>) =>
  readListPage(app.db, params, { list: async (db, part) => (await listCompanies(db, part)).map(showCompany), count: countCompanies })

const showCompany = <Row extends { userId: string | null }>(row: Row) => ({ ...row, isClaimed: row.userId !== null })

/** Returns all data of a company for the operator, its bank details masked. Throws operatorProblems.notFound. */
export async function readCompany(app: App, companyId: string): Promise<CompanyView> {
  const row = await findCompany(app.db, companyId)
  if (!row) throw operatorProblems.notFound()
  const { bankDetails, waits } = await readBankDetails(app, companyId)
  const [owed] = await listUnpaidReturns(app.db, companyId)
  return {
    ...showCompany(row),
    claim: await claimOf(app, row),
    bank: bankDetails,
    waits,
    openReturn: owed ? { amountCents: owed.amountCents, returnedAt: owed.returnedAt } : null,
    feed: (await findFeed(app.db, companyId)) ?? null,
    isHeld: waits.some(({ cause }) => cause === 'held'),
  }
}

type Claimable = NonNullable<Awaited<ReturnType<typeof findCompany>>>

/** State of the claim code, including a mail that was refused or is still queued. */
async function claimOf(app: App, { userId, mailId, tries, expiresAt }: Claimable): Promise<CompanyView['claim']> {
  const none = { sentAt: null, expiresAt: null }
  if (userId) return { state: 'claimed', ...none }
  if (!mailId || !expiresAt) return { state: 'none', ...none }
  const mail = await findSentMail(app.db, claimOccasion(mailId))
  const moments = { sentAt: mail?.sentAt ?? null, expiresAt }
  if (expiresAt <= app.now()) return { state: 'expired', ...moments }
  if ((tries ?? 0) >= claimLimits.triesOfAll) return { state: 'usedUp', ...moments }
  if (!mail) return { state: 'waiting', ...moments }
  return { state: mail.refusedCode ? 'refused' : 'sent', ...moments }
}
