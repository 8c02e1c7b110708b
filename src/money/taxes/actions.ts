import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { enqueueMails } from '#src/platform/server/mail/mail.ts'
import { readTaxProfile } from '#src/supply/companies/tax/actions.ts'
import { dueOn, firstTaxYear, isReportable, reportedOf, smallBusinessWarning, taxProblems } from './figures.ts'
import { figuresMail } from './mails.ts'
import { deleteReportsBefore, insertNotices, listFigures, listNotifiedIds, listReportedForExport, listSellers } from './store.ts'

/** Returns a company's figures of a year, and the warning about a small business's turnover. Throws taxProblems.yearUnknown. */
export async function readFigures(app: App, { companyId, year }: { companyId: string; year: number }) {
  const today = berlinDay(app.now())
  if (`${year}-01-01` > today) throw taxProblems.yearUnknown()
  const found = await listFigures(app.db, { year, companyId })
  const turnoverCents = found.reduce((sum, one) => sum + one.turnoverCents, 0)
  const isRunning = today <= `${year}-12-31`
  const profile = isRunning ? await readTaxProfile(app, companyId, today) : undefined
  return {
    year,
    quarters: reportedOf(found),
    isRunning,
    warning: profile?.status === 'small' ? (smallBusinessWarning(turnoverCents) ?? null) : null,
  }
}

/** Companies per run; the next run continues. */
const limit = 500

/**
 * Mails each company its figures of the last year, once, between 2 and 31 January (§ 22 PStTG). Marked and mailed in one transaction; a
 * later run continues with the rest.
 */
export async function informCompanies(app: App) {
  const today = berlinDay(app.now())
  const year = Number(today.slice(0, 4)) - 1
  const [from, to] = [`${year + 1}-01-02`, dueOn(year)]
  if (today < from || today > to || year < firstTaxYear) return
  const told = new Set((await listNotifiedIds(app.db, year)).map(({ companyId }) => companyId))
  const byCompany = Map.groupBy(await listFigures(app.db, { year }), ({ companyId }) => companyId)
  const due = [...byCompany]
    .filter(([companyId, found]) => !told.has(companyId) && isReportable(reportedOf(found)))
    .slice(0, limit)
    .map(([companyId]) => companyId)
  if (due.length === 0) return
  await app.db.transaction().execute(async (tx) => {
    const marked = await insertNotices(tx, { companyIds: due, year, now: app.now() })
    const ids = marked.map(({ companyId }) => companyId)
    if (ids.length === 0) return
    const sellers = await listSellers(tx, ids)
    const mails = sellers.map((seller) =>
      figuresMail({ ...seller, year, quarters: reportedOf(byCompany.get(seller.companyId) ?? []) }, app.config),
    )
    await enqueueMails(tx, mails)
  })
}

/** Deletes reports after their retention period: the end of the tenth year after the reported one (§ 24 (3) PStTG). */
export async function purgeReports(app: App) {
  const firstKept = Number(berlinDay(app.now()).slice(0, 4)) - retentionYears
  const gone = await app.db.transaction().execute((tx) => deleteReportsBefore(tx, firstKept))
  if (gone.length > 0) app.log.info({ reports: gone }, 'tax reports deleted')
}
const retentionYears = 10

/** Returns the tax report's data about a person's companies, for the export of personal data. */
export const exportReported = (app: App, { userId }: Person) => listReportedForExport(app.db, userId)
