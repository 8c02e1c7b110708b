import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { underOneSnapshot } from '#src/platform/server/db.ts'
import { operatorParty, partyOf, pdfResponse } from '#src/platform/server/pdf/page.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { renderStatement } from './pdf.ts'
import { daysOf, type MonthView, readMonth, type StatementFacts, statementFile, statementNumber } from './rules.ts'
import { findParty, listMonths, listMovements, sumAccount } from './store.ts'

/** Months for which a company has a statement, newest first. */
export async function readMonths(app: App, companyId: string): Promise<MonthView[]> {
  const now = berlinDay(app.now()).slice(0, 7)
  const months = await listMonths(app.db, companyId)
  return months.map((month) => ({ month, number: statementNumber(companyId, month), is_running: month >= now }))
}

/** Writes a company's statement of a month as a PDF. Throws invalidInput if `named` is not a month or the month has not begun. */
export async function writeStatement(app: App, { companyId, named }: { companyId: string; named: string | null }) {
  const month = readMonth(named, berlinDay(app.now()))
  const content = await renderStatement(await readFacts(app, { companyId, month }))
  return pdfResponse(content, statementFile(month))
}

/** Reads all data of a statement from one snapshot of the database. */
function readFacts(app: App, { companyId, month }: { companyId: string; month: string }): Promise<StatementFacts> {
  const days = daysOf(month)
  const span = { companyId, from: berlinInstant(days.from, '00:00'), to: berlinInstant(days.to, '00:00') }
  return underOneSnapshot(app.db, async (tx) => {
    const company = await findParty(tx, companyId)
    if (!company) throw new Error(`company ${companyId} was deleted while its statement was read`)
    const { operator } = await readSettings(tx)
    return {
      brandName: app.config.BRAND_NAME,
      companyId,
      month,
      operator: operatorParty(operator),
      company: partyOf(company.companyName, company.contactPerson, company.location),
      movements: await listMovements(tx, span),
      ...(await sumAccount(tx, span)),
      madeAt: app.now(),
    }
  })
}
