import type { App, Person } from '#src/platform/server/app.ts'
import type { Caller, CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { hashToken, keyedHash } from '#src/platform/server/secrets.ts'
import { companyFoundMail, confirmAlertMail } from './mails.ts'
import { type AlertSearch, alertLimits, alertPage, alertProblems, alertRetention, type DemandList } from './rules.ts'
import type { AlertForm } from './schemas.ts'
import {
  claimOpen,
  countDemand,
  countOpen,
  deleteAlert,
  deleteDuplicates,
  deleteOfAddress,
  deleteOld,
  findByToken,
  insertAlert,
  listDemand,
  listForExport,
  lockAddress,
  markConfirmed,
  markServed,
  markToken,
} from './store.ts'

type Creating = { form: AlertForm; caller: Caller; countCreated: CountCreated }

/**
 * Stores a search alert. Double opt-in: until the address's owner confirms, by the mailed link or by being signed in, only the mail that
 * asks for it is sent. Returns whether the alert is confirmed. Throws alertProblems.tooMany.
 */
export async function createAlert(app: App, { form, caller, countCreated }: Creating) {
  const { email } = form
  const isConfirmed = caller.session?.isConfirmed === true && caller.session.email === email
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    if (isConfirmed) await requireRoom(tx, email)
    const { id } = await insertAlert(tx, { ...form, createdAt: now, confirmedAt: isConfirmed ? now : null })
    await countCreated(tx)
    if (isConfirmed) await deleteDuplicates(tx, id)
    else await enqueueEncryptedMail(app, tx, confirmAlertMail({ id, email, url: await issuePage(app, tx, id) }))
  })
  return { isConfirmed }
}

async function requireRoom(tx: Transaction, email: string) {
  await lockAddress(tx, email)
  const { total: open } = await countOpen(tx, email)
  if (open >= alertLimits.perAddress) throw alertProblems.tooMany()
}

/** Returns the URL of an alert's page for a mail. */
async function issuePage(app: App, tx: Transaction, id: string) {
  const token = keyedHash(app, 'demand.alert', id)
  await markToken(tx, { id, tokenHash: hashToken(token) })
  return `${app.config.publicUrl}${alertPage}?token=${token}`
}

async function openAlert(app: App, token: string) {
  const alert = await findByToken(app.db, hashToken(token))
  if (!alert) throw alertProblems.linkUnknown()
  return alert
}

/** Returns the view of an alert. Throws alertProblems.linkUnknown. */
export async function readAlert(app: App, token: string) {
  const { words, location, category, service, radiusKm, confirmedAt, servedAt } = await openAlert(app, token)
  return { words, location, category, service, radiusKm, isConfirmed: confirmedAt !== null, isServed: servedAt !== null }
}

/** Confirms the address of an alert, once. Throws alertProblems.linkUnknown, tooMany. */
export async function confirmAlert(app: App, token: string) {
  const { id, email, confirmedAt } = await openAlert(app, token)
  if (confirmedAt !== null) return
  await app.db.transaction().execute(async (tx) => {
    await requireRoom(tx, email)
    await markConfirmed(tx, { id, now: app.now() })
    await deleteDuplicates(tx, id)
  })
}

/** Deletes an alert. Throws alertProblems.linkUnknown. */
export async function endAlert(app: App, token: string) {
  const { id } = await openAlert(app, token)
  await deleteAlert(app.db, id)
}

/** A company that an alert was waiting for, and the path of the search that finds it. */
export type FoundFor = { companyName: string; location: string; path: string }

/**
 * Checks open alerts, the longest unchecked first, and mails those whose search finds a company now: once, in the transaction that marks
 * the alert. `find`: the search, which belongs to a higher slice.
 */
export async function serveAlerts(app: App, find: (search: AlertSearch) => Promise<FoundFor | undefined>) {
  for (const alert of await claimOpen(app.db, { most: alertLimits.perRun, now: app.now() })) {
    const company = await find(alert)
    if (!company) continue
    await app.db.transaction().execute(async (tx) => {
      if (!(await markServed(tx, { id: alert.id, now: app.now() }))) return
      const searchUrl = `${app.config.publicUrl}${company.path}`
      await enqueueEncryptedMail(app, tx, companyFoundMail({ alert, company, searchUrl, url: await issuePage(app, tx, alert.id) }))
    })
  }
}

/** Deletes alerts after their retention period. */
export function purgeAlerts(app: App) {
  const before = (days: number) => new Date(app.now().getTime() - days * 86_400_000)
  const { unconfirmedDays, servedDays, mostDays } = alertRetention
  return deleteOld(app.db, { unconfirmedUntil: before(unconfirmedDays), servedUntil: before(servedDays), createdUntil: before(mostDays) })
}

/** Returns one page of what people search and no company offers. */
export const readDemand = (app: App, request: ListRequest<DemandList>) =>
  readListPage(app.db, request, { list: listDemand, count: countDemand })

/** Alerts of a person, for the export of personal data. */
export const exportAlerts = (app: App, { email }: Person) => listForExport(app.db, email)

/** Deletes the alerts of a deleted account's address. */
export const deleteAlerts = async (_app: App, tx: Transaction, { email }: Person) => {
  await deleteOfAddress(tx, email)
}
