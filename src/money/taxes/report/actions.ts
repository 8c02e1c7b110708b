import { createHash } from 'node:crypto'
import { openBank } from '#src/money/payouts/bank/encryptionActions.ts'
import { encryptionPurposes } from '#src/money/payouts/bank/encryptionPurposes.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { decryptText, encryptText, keyedHash } from '#src/platform/server/secrets.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { readDetailsOf } from '#src/supply/companies/details/actions.ts'
import { type Details, missingOf } from '#src/supply/companies/details/rules.ts'
import { detailsLabels } from '#src/supply/companies/details/texts.ts'
import { dueOn, isReportable, mostNamed, type QuarterCents, type ReportedQuarter, reportedOf, taxProblems } from '../figures.ts'
import {
  countNotified,
  findReport,
  insertLines,
  insertReport,
  listFigures,
  listReports,
  listSellers,
  listStandingLines,
  lockReports,
  markDownloaded,
  type Seller,
} from '../store.ts'
import { type Report, type ReportedSeller, writeDpi } from './xml.ts'

type Facts = Pick<ReportedSeller, 'party' | 'account' | 'quarters'> & { companyId: string; companyName: string; missing: string[] }
type Reading = Pick<App, 'config' | 'random'> & { db: Database | Transaction }

/** Reads every company with a paid activity in the year: the reported data, and the missing ones. */
async function readSellers(app: Reading, year: number): Promise<Facts[]> {
  const byCompany = Map.groupBy<string, QuarterCents & { companyId: string }>(
    await listFigures(app.db, { year }),
    ({ companyId }) => companyId,
  )
  const reportable = [...byCompany].flatMap(([companyId, cents]) => {
    const quarters = reportedOf(cents)
    return isReportable(quarters) ? [{ companyId, quarters }] : []
  })
  const ids = reportable.map(({ companyId }) => companyId)
  const sellers = new Map((ids.length > 0 ? await listSellers(app.db, ids) : []).map((one) => [one.companyId, one]))
  const details = await readDetailsOf(app, ids)
  return reportable.flatMap(({ companyId, quarters }) => {
    const seller = sellers.get(companyId)
    return seller ? [factsOf(app, { seller, quarters, details: details.get(companyId) })] : []
  })
}

type Known = { seller: Seller; quarters: readonly ReportedQuarter[]; details: Details | undefined }

function factsOf(app: Reading, { seller, quarters, details }: Known): Facts {
  const { companyId, companyName, legalForm, bankSealed } = seller
  const missing = details ? missingOf(details).map((name) => detailsLabels[name]) : ['Geschäftsangaben']
  const bank = bankSealed === null ? null : openBank(app, companyId, bankSealed)
  return {
    companyId,
    companyName,
    missing,
    quarters,
    account: bank && { iban: bank.bank_account, holder: bank.account_holder },
    party: partyOf(details, [companyName, legalForm].filter(Boolean).join(' ')),
  }
}

function partyOf(details: Details | undefined, name: string): Facts['party'] {
  const { vatId = null } = details ?? {}
  if (details?.kind === 'person') {
    return {
      kind: 'person',
      firstName: details.firstName ?? '',
      lastName: details.lastName ?? '',
      birthDate: details.birthDate ?? '',
      birthPlace: details.birthPlace,
      taxId: details.taxId ?? '',
      vatId,
      address: { street: details.homeStreet ?? '', postcode: details.homePostcode ?? '', town: details.homeTown ?? '' },
    }
  }
  return {
    kind: 'entity',
    name,
    taxNumber: details?.taxNumber ?? '',
    registerNumber: details?.registerNumber ?? null,
    vatId,
    address: { street: details?.street ?? '', postcode: details?.postcode ?? '', town: details?.town ?? '' },
  }
}

/** Returns the operator's page of a year. */
export async function readTaxYear(app: App, year: number) {
  const [sellers, reports, { total: told }, operator] = await Promise.all([
    readSellers(app, year),
    listReports(app.db, year),
    countNotified(app.db, year),
    readOperator(app, app.db),
  ])
  const missing = sellers.filter((one) => one.missing.length > 0)
  return {
    year,
    dueOn: dueOn(year),
    isRunning: isRunning(app, year),
    reportable: sellers.length,
    complete: sellers.length - missing.length,
    told,
    consideration: sellers.flatMap(({ quarters }) => quarters).reduce((sum, { consideration }) => sum + consideration, 0),
    isOperatorComplete: operator !== undefined,
    missing: missing
      .slice(0, mostNamed)
      .map(({ companyId, companyName, missing: labels }) => ({ companyId, companyName, missing: labels })),
    reports,
  }
}

const isRunning = (app: App, year: number) => berlinDay(app.now()) <= `${year}-12-31`

async function readOperator(app: App, db: Database | Transaction) {
  const { operator } = await readSettings(db)
  const { name, address, vatId } = operator
  return name && address && vatId ? { name, address, vatId, taxId: vatId, brandName: app.config.BRAND_NAME } : undefined
}

type Writing = { year: number; withoutIncomplete: boolean; caller: OperatorAct }

/**
 * Writes the files to be sent for a year: first all sellers, later new sellers and corrections of changed ones. Nothing is transmitted
 * automatically. Returns the number of files written. Throws taxProblems.
 */
export const writeReports = (app: App, { year, withoutIncomplete, caller }: Writing) =>
  app.db.transaction().execute(async (tx) => {
    if (isRunning(app, year)) throw taxProblems.yearRuns()
    await lockReports(tx)
    const operator = await readOperator(app, tx)
    if (!operator) throw taxProblems.operatorIncomplete()
    const sellers = await readSellers({ ...app, db: tx }, year)
    const complete = sellers.filter((one) => one.missing.length === 0)
    if (complete.length < sellers.length && !withoutIncomplete) throw taxProblems.incomplete()
    const [lines, reports] = [await listStandingLines(tx, year), await listReports(tx, year)]
    const known = new Map(lines.map((line) => [line.companyId, line]))
    const fresh = complete.filter(({ companyId }) => known.get(companyId)?.isVoid !== false)
    const changed = complete.flatMap((one) => {
      const line = known.get(one.companyId)
      return line && !line.isVoid && line.factsHash !== hashOf(app, one) ? [{ ...one, correctsRef: line.docRefId }] : []
    })
    const gone = lines.filter((line) => !line.isVoid && !sellers.some(({ companyId }) => companyId === line.companyId))
    const voided = gone.length > 0 ? await readVoided({ ...app, db: tx }, gone) : []
    const write = (part: Pick<Part, 'indic' | 'sellers'>, at: number) =>
      writeReport(app, tx, { ...part, year, run: reports.length + 1 + at, operator, operatorRef: reports.at(-1)?.operatorDocRefId })
    const parts: Pick<Part, 'indic' | 'sellers'>[] = []
    if (fresh.length > 0) parts.push({ indic: 'DPI401', sellers: fresh.map((one) => ({ ...one, indic: 'OECD1', correctsRef: null })) })
    const corrected = [...changed.map((one) => ({ ...one, indic: 'OECD2' as const })), ...voided]
    if (corrected.length > 0) parts.push({ indic: 'DPI402', sellers: corrected })
    if (parts.length === 0 && reports.length === 0) parts.push({ indic: 'DPI403', sellers: [] })
    if (parts.length === 0) throw taxProblems.nothingNew()
    for (const [at, part] of parts.entries()) await write(part, at)
    const after = { year, files: parts.map(({ indic, sellers: some }) => `${indic}: ${some.length}`) }
    await recordOperatorAct(app, tx, { caller, action: 'taxes.writeReport', objectType: 'taxReport', objectId: String(year), after })
    return { written: parts.length }
  })

/** Returns the cancellations of reported sellers that have nothing to report any more, because everything was refunded. */
async function readVoided(app: Reading, gone: { companyId: string; docRefId: string }[]): Promise<Reported[]> {
  const sellers = await listSellers(
    app.db,
    gone.map(({ companyId }) => companyId),
  )
  const details = await readDetailsOf(
    app,
    sellers.map(({ companyId }) => companyId),
  )
  return sellers.map((seller) => {
    const correctsRef = gone.find(({ companyId }) => companyId === seller.companyId)?.docRefId ?? null
    const facts = factsOf(app, { seller, quarters: reportedOf([]), details: details.get(seller.companyId) })
    return { ...facts, indic: 'OECD3', correctsRef }
  })
}

/**
 * Any change of the reported data leads to a correction. The hash is keyed, because birth dates and tax ids could be guessed from a plain
 * one.
 */
const hashOf = (app: App, { party, account, quarters }: Facts) => keyedHash(app, 'taxReport', JSON.stringify([party, account, quarters]))

type Reported = Facts & { indic: ReportedSeller['docTypeIndic']; correctsRef: string | null }
type Part = {
  year: number
  run: number
  indic: Report['indic']
  sellers: readonly Reported[]
  operator: { name: string; address: string; vatId: string; taxId: string; brandName: string }
  /** Reference under which the operator's own data were first reported for this year. */
  operatorRef: string | undefined
}

async function writeReport(app: App, tx: Transaction, { year, run, indic, sellers, operator, operatorRef }: Part) {
  const writtenAt = app.now()
  const prefix = `DE${year}DE-${app.random(8).toString('hex').toUpperCase()}-${String(run).padStart(3, '0')}`
  const reported = sellers.map((one, index) => ({ ...one, docTypeIndic: one.indic, docRefId: `${prefix}-S${index + 1}` }))
  const operatorDocRefId = operatorRef ?? `${prefix}-O`
  const report: Report = {
    year,
    indic,
    messageRefId: prefix,
    writtenAt,
    operator: { ...operator, docRefId: operatorDocRefId, docTypeIndic: operatorRef ? 'OECD0' : 'OECD1' },
    sellers: reported,
  }
  const text = writeDpi(report)
  const { id } = await insertReport(tx, {
    year,
    run,
    indic,
    messageRefId: prefix,
    operatorDocRefId,
    sealed: encryptText(app, { purpose: encryptionPurposes.taxReport, bound: prefix, text }),
    sha256: createHash('sha256').update(text).digest('hex'),
    sellers: sellers.length,
    writtenAt,
  })
  if (reported.length === 0) return
  await insertLines(
    tx,
    reported.map((one) => ({
      docRefId: one.docRefId,
      reportId: id,
      companyId: one.companyId,
      correctsRef: one.correctsRef,
      quarters: JSON.stringify(one.quarters),
      factsHash: hashOf(app, one),
      isVoid: one.indic === 'OECD3',
    })),
  )
}

/** Returns the file of a report to the operator, who transmits it; recorded in the audit log. Throws taxProblems.reportUnknown. */
export async function downloadReport(app: App, { id, caller }: { id: string; caller: OperatorAct }) {
  const report = await findReport(app.db, id)
  if (!report) throw taxProblems.reportUnknown()
  const { year, run, sealed, messageRefId: bound } = report
  const text = decryptText(app, { purpose: encryptionPurposes.taxReport, bound, sealed })
  await app.db.transaction().execute(async (tx) => {
    await markDownloaded(tx, { id, now: app.now() })
    await recordOperatorAct(app, tx, {
      caller,
      action: 'taxes.downloadReport',
      objectType: 'taxReport',
      objectId: id,
      after: { year, run },
    })
  })
  return { text, name: `pstg-meldung-${year}-${run}.xml` }
}
