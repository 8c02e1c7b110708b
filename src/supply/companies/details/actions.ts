import { addDays, addMonths, berlinDay } from '#src/platform/kit/dates.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { type OperatorAct, recordAudit, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { companyProblems } from '../rules.ts'
import { openTaxNumber, writeTaxProfile } from '../tax/actions.ts'
import { dropBadge } from '../verification/badgeActions.ts'
import { encryptPerson, openPerson } from './encryptionActions.ts'
import { deleteBusinessFiles } from './fileActions.ts'
import { detailsDecidedMail, detailsSubmittedMail } from './mails.ts'
import { type Details, type DetailsDecision, type DetailsList, detailsProblems, isOfAge, missingOf, validUntil } from './rules.ts'
import {
  countDetails,
  deletePlannedProfiles,
  findDetails,
  findNewestProfile,
  listCompanyIdsOf,
  listDetails,
  listDetailsOf,
  listFiles,
  listImprints,
  listNewestProfiles,
  listProfiles,
  listRecipients,
  lockDetails,
  markDetailsDecided,
  updateImprint,
  upsertDetails,
} from './store.ts'
import { detailsDays, detailsTexts, isComplete } from './texts.ts'

type Reading = Pick<App, 'config' | 'random'> & { db: Database | Transaction }
const dayMs = 86_400_000

/** Business details of a company, decrypted; undefined if the company does not exist. */
export const readDetails = async (app: Reading, companyId: string): Promise<Details | undefined> =>
  (await readDetailsOf(app, [companyId])).get(companyId)

/** Business details of many companies, decrypted, in three statements. */
export async function readDetailsOf(app: Reading, companyIds: readonly string[]): Promise<Map<string, Details>> {
  if (companyIds.length === 0) return new Map()
  const [imprints, details, profiles] = await Promise.all([
    listImprints(app.db, companyIds),
    listDetailsOf(app.db, companyIds),
    listNewestProfiles(app.db, companyIds),
  ])
  const [found, newest] = [byCompany(details), byCompany(profiles)]
  return new Map(
    imprints.map(({ companyId, ...imprint }) => [
      companyId,
      detailsOf(app, { companyId, imprint, found: found.get(companyId), profile: newest.get(companyId) }),
    ]),
  )
}

const byCompany = <Row extends { companyId: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.companyId, row]))

type Stored = {
  companyId: string
  imprint: Omit<Awaited<ReturnType<typeof listImprints>>[number], 'companyId'>
  found: Awaited<ReturnType<typeof listDetailsOf>>[number] | undefined
  profile: Awaited<ReturnType<typeof listNewestProfiles>>[number] | undefined
}

const detailsOf = (app: Reading, { companyId, imprint, found, profile }: Stored): Details => ({
  ...imprint,
  ...openPerson(app, companyId, found?.sealed ?? null),
  kind: found?.kind ?? null,
  taxStatus: profile?.status ?? null,
  taxSince: profile?.validFrom ?? null,
  taxNumber: profile ? openTaxNumber(app, companyId, profile.sealed) : null,
  vatId: profile?.vatId ?? imprint.vatId,
  hasNoRegister: found?.hasNoRegister ?? false,
  hasNoVatId: found?.hasNoVatId ?? false,
  exemptionText: profile?.exemptionText ?? null,
  legalEmail: found?.legalEmail ?? null,
  legalPhone: found?.legalPhone ?? null,
  isTrader: found?.traderDeclaredAt != null,
})

/** Status of a company's business details: the details, what is missing, and the dates of the consequences. */
export async function readStanding(app: App, companyId: string) {
  const [details, found, files, { detailsGraceDays }] = await Promise.all([
    readDetails(app, companyId),
    findDetails(app.db, companyId),
    listFiles(app.db, companyId),
    readSettings(app.db),
  ])
  if (!details) throw companyProblems.notYours()
  const status = found?.status ?? 'incomplete'
  const asked = isComplete(status) ? null : (found?.askedAt ?? null)
  const after = (days: number) => asked && new Date(asked.getTime() + days * dayMs)
  return {
    status,
    details,
    missing: missingOf(details),
    reason: status === 'refused' ? (found?.reason ?? null) : null,
    submittedAt: found?.submittedAt ?? null,
    decidedAt: found?.decidedAt ?? null,
    validUntil: found?.validUntil ?? null,
    bookingsStopAt: after(detailsGraceDays),
    payoutsWaitAt: after(detailsDays.withholdFrom),
    areBookingsStopped: found?.bookingsStoppedAt != null,
    arePayoutsWithheld: found?.payoutsWithheldAt != null,
    files,
  }
}

/**
 * Stores the form. Incomplete details are a draft; complete ones are submitted at once, which ends a stop of bookings or payouts. Submitted
 * details must stay complete. Throws invalidInput.
 */
export async function changeDetails(app: App, { details, caller }: { details: Details; caller: OwnerCaller }) {
  const { companyId } = caller
  const now = app.now()
  const today = berlinDay(now)
  await app.db.transaction().execute(async (tx) => {
    const company = await lockDetails(tx, companyId)
    if (!company) throw companyProblems.notYours()
    const [before, known] = [await readDetails({ ...app, db: tx }, companyId), await findDetails(tx, companyId)]
    const status = known?.status ?? 'incomplete'
    if (isComplete(status) && namesChanged(before, details).length === 0) return
    requireSense(details, today)
    const missing = missingOf(details)
    if (missing.length > 0 && isComplete(status)) throw missingInput(missing)
    await writeTax(app, tx, { companyId, details, today })
    await updateImprint(tx, { companyId, imprint: imprintOf(details), now })
    await dropBadge(app, tx, { caller, before: { companyName: company.companyName, legalForm: before?.legalForm ?? null } })
    const isSubmitted = missing.length === 0
    await upsertDetails(tx, {
      companyId,
      kind: details.kind,
      sealed: encryptPerson(app, companyId, details),
      legalEmail: details.legalEmail,
      legalPhone: details.legalPhone,
      hasNoRegister: details.hasNoRegister,
      hasNoVatId: details.hasNoVatId,
      traderDeclaredAt: details.isTrader ? (known?.traderDeclaredAt ?? now) : null,
      ...(isSubmitted ? { status: 'submitted', submittedAt: now, bookingsStoppedAt: null, payoutsWithheldAt: null } : {}),
    })
    if (isSubmitted) await notifyOperator(app, tx, { companyId, companyName: company.companyName, now })
    await recordAudit(tx, {
      at: now,
      actor: `user:${caller.session.userId}`,
      action: 'companies.changeDetails',
      companyId,
      after: { isSubmitted, changed: namesChanged(before, details) },
      requestId: caller.requestId,
    })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })
  return readStanding(app, companyId)
}

/** Names of the changed fields. The audit log gets names only, never values. */
const namesChanged = (before: Details | undefined, after: Details) =>
  (Object.keys(after) as (keyof Details)[]).filter((name) => before?.[name] !== after[name])

const missingInput = (missing: readonly string[]) => invalidInput(Object.fromEntries(missing.map((name) => [name, [detailsTexts.missing]])))

function requireSense({ birthDate, taxStatus, taxSince }: Details, today: string) {
  if (birthDate && !isOfAge(birthDate, today)) throw invalidInput({ birthDate: [detailsTexts.tooYoung] })
  if (taxStatus && !taxSince) throw invalidInput({ taxSince: [detailsTexts.taxSince] })
  if (taxSince && taxSince > addMonths(today, 12)) throw invalidInput({ taxSince: [detailsTexts.taxSinceLate] })
}

const imprintOf = ({ legalForm, representedBy, street, postcode, town, registerCourt, registerNumber, vatId, businessId }: Details) => ({
  ...{ legalForm, representedBy, street, registerCourt, registerNumber, vatId, businessId },
  // Empty fields keep the place of the profile.
  ...(postcode ? { postcode } : {}),
  ...(town ? { town } : {}),
})

type Taxed = { companyId: string; details: Details; today: string }

/**
 * Writes the tax profile. A corrected number replaces the present one; another status begins on its own day, and earlier profiles are kept.
 * Planned profiles are replaced by the form's.
 */
async function writeTax(app: App, tx: Transaction, { companyId, details, today }: Taxed) {
  const { taxStatus: status, taxSince: validFrom, taxNumber, vatId } = details
  await deletePlannedProfiles(tx, { companyId, today })
  if (!status || !validFrom) return
  const standing = await findNewestProfile(tx, companyId)
  const exemptionText = status === 'exempt' ? details.exemptionText : null
  if (status === 'exempt' && !exemptionText) throw invalidInput({ exemptionText: [detailsTexts.missing] })
  if (standing && standing.validFrom > validFrom) throw invalidInput({ taxSince: [detailsTexts.taxSinceLate] })
  const isMoved = standing !== undefined && standing.validFrom !== validFrom
  if (standing && standing.status !== status && !isMoved) throw invalidInput({ taxSince: [detailsTexts.taxSinceLate] })
  if (isMoved && validFrom < addDays(today, -31)) throw invalidInput({ taxSince: [detailsTexts.taxSinceEarly] })
  await writeTaxProfile(app, tx, { companyId, validFrom, status, taxNumber, vatId, exemptionText })
}

async function notifyOperator(
  app: App,
  tx: Transaction,
  { companyId, companyName, now }: { companyId: string; companyName: string; now: Date },
) {
  const { operator } = await readSettings(tx)
  const to = operator.email || app.config.adminEmail
  const site = app.config
  await enqueueMail(tx, detailsSubmittedMail({ to, companyId, companyName, at: now }, site))
}

/** Business details and tax profiles of a person's companies for their data export, decrypted. */
export async function exportDetails(app: App, { userId }: Person) {
  const ids = await listCompanyIdsOf(app.db, userId)
  return Promise.all(ids.map((companyId) => exportDetailsOf(app, companyId)))
}

async function exportDetailsOf(app: App, companyId: string) {
  const [details, found, profiles, files] = await Promise.all([
    readDetails(app, companyId),
    findDetails(app.db, companyId),
    listProfiles(app.db, companyId),
    listFiles(app.db, companyId),
  ])
  const { companyId: _id, sealed: _sealed, ...standing } = found ?? { companyId, sealed: null }
  return {
    companyId,
    details,
    ...standing,
    taxProfiles: profiles.map(({ sealed, ...profile }) => ({ ...profile, taxNumber: openTaxNumber(app, companyId, sealed) })),
    files: files.map(({ kind, name, bytes }) => ({ kind, name, bytes })),
  }
}

export const readDetailsList = (app: App, asked: ListRequest<DetailsList>) =>
  readListPage(app.db, asked, { list: listDetails, count: countDetails })

/** A company's business details, decrypted, for the operator. The access is written to the audit log. */
export async function openDetails(app: App, { companyId, caller }: { companyId: string; caller: OperatorAct }) {
  const details = await readDetails(app, companyId)
  if (!details) throw detailsProblems.unknown()
  await app.db.transaction().execute((tx) => recordOperatorAct(app, tx, { caller, action: 'companies.viewDetails', companyId }))
  return { details, files: await listFiles(app.db, companyId) }
}

/** Decides submitted details once, and mails the reason; deletes the copies of ids in either case. Throws detailsProblems. */
export const decideDetails = (app: App, { companyId, isAccepted, reason, caller }: DetailsDecision & { caller: OperatorAct }) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const decided = await markDetailsDecided(tx, {
      companyId,
      decidedAt: now,
      reason: reason || null,
      ...(isAccepted
        ? { status: 'checked', validUntil: validUntil(berlinDay(now)) }
        : { status: 'refused', validUntil: null, askedAt: now, remindedAt: null, remindedAgainAt: null }),
    })
    if (!decided) throw (await findDetails(tx, companyId)) ? detailsProblems.over() : detailsProblems.unknown()
    await deleteBusinessFiles(tx, companyId)
    for (const told of await listRecipients(tx, [companyId])) {
      await enqueueMail(tx, detailsDecidedMail({ ...told, isAccepted, reason, at: now }, app.config))
    }
    await recordOperatorAct(app, tx, { caller, action: 'companies.decideDetails', companyId, after: { isAccepted, reason } })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })
