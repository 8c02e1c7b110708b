import { randomUUID } from 'node:crypto'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordOperatorAct } from '#src/platform/server/audit.ts'
import type { AdminCaller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { decryptText, encryptText } from '#src/platform/server/secrets.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { openBank } from '../bank/encryptionActions.ts'
import { encryptionPurposes } from '../bank/encryptionPurposes.ts'
import { arePayoutsHeld } from '../restored/store.ts'
import { bankDayFrom } from '../runs/holidays.ts'
import { completePayouts, failPayouts, failureText, returnPayout } from '../runs/payoutActions.ts'
import { type FailedPayout, findPayout } from '../runs/payoutStore.ts'
import { payoutProblems } from '../runs/rules.ts'
import { type SepaFile, sepaFile, sepaId, writePain001 } from './rules.ts'
import {
  findSepaFileState,
  insertSepaFile,
  listFailedInFile,
  listPendingInFile,
  listSepaFiles,
  listStoppedInFile,
  lockSepaFile,
  markDownloaded,
  markExecuted,
  markInFile,
} from './store.ts'

const purpose = encryptionPurposes.sepaFile
type Ordered = { id: string; companyId: string; netCents: Cents; sealed: string }

/** Writes new payouts into a bank file, in the transaction that creates them, and stores its content encrypted. */
export async function writeSepaFile(app: App, tx: Transaction, { runId, transfers }: { runId: string; transfers: readonly Ordered[] }) {
  const [id, now] = [randomUUID(), app.now()]
  const { operator } = await readSettings(tx)
  const { iban, bic } = app.config.operatorAccount
  const executionOn = bankDayFrom(berlinDay(now))
  const file: SepaFile = {
    messageId: sepaId(id),
    createdAt: now,
    executionOn,
    debtor: { name: operator.name || app.config.BRAND_NAME, address: operator.address, iban, bic },
    transfers: transfers.map((one) => {
      const { account_holder: holder, bank_account: iban, bank_code: bic } = openBank(app, one.companyId, one.sealed)
      const reason = `Auszahlung ${app.config.BRAND_NAME} ${sepaId(one.id).slice(-8)} vom ${formatDate(berlinDay(now))}`
      return { endToEndId: sepaId(one.id), amountCents: one.netCents, holder, iban, bic, purpose: reason }
    }),
  }
  await insertSepaFile(tx, {
    id,
    runId,
    messageId: sepaId(id),
    sealed: encryptText(app, { purpose, bound: id, text: JSON.stringify(file) }),
    transfers: transfers.length,
    totalCents: transfers.reduce((sum, { netCents }) => sum + netCents, 0),
    executionOn,
    createdAt: now,
  })
  await markInFile(tx, { fileId: id, payoutIds: transfers.map((one) => one.id) })
}

/** The newest bank files. */
export const readSepaFiles = (app: App) => listSepaFiles(app.db, 100)

type Params = { caller: AdminCaller; id: string }

/**
 * Returns a bank file without the payouts that failed meanwhile; each download is written to the audit log. The first download fails the
 * payouts of companies that were suspended or held since the file was written; later it cannot stop them. Throws payoutProblems.
 */
export async function downloadSepaFile(app: App, { caller, id }: Params) {
  if (await arePayoutsHeld(app.db)) throw payoutProblems.held()
  const file = await app.db.transaction().execute(async (tx) => {
    const found = await lockSepaFile(tx, id)
    if (!found) throw payoutProblems.fileUnknown()
    if (!found.downloadedAt) await failStopped(app, tx, id)
    const failed = new Set((await listFailedInFile(tx, id)).map((payout) => sepaId(payout.id)))
    const stored = decryptText(app, { purpose, bound: id, sealed: found.sealed })
    const text = stored.startsWith('<') ? olderFile(stored, failed.size) : textWithout(stored, failed)
    if (text === undefined) return undefined
    await markDownloaded(tx, { id, now: app.now() })
    const after = { withoutFailed: failed.size }
    await recordOperatorAct(app, tx, { caller, action: 'payouts.downloadSepaFile', objectType: 'sepaFile', objectId: id, after })
    return { text, messageId: found.messageId }
  })
  // Thrown after the commit, so that the failed payouts stay failed.
  if (!file) throw payoutProblems.fileEmpty()
  return new Response(file.text, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="sepa-${file.messageId}.xml"`,
      'x-content-type-options': 'nosniff',
    },
  })
}

/** The file without failed payouts; undefined if none is left. */
function textWithout(stored: string, failed: ReadonlySet<string>) {
  const whole = sepaFile.parse(JSON.parse(stored))
  const transfers = whole.transfers.filter(({ endToEndId }) => !failed.has(endToEndId))
  return transfers.length === 0 ? undefined : writePain001({ ...whole, transfers })
}

/** A file that a version before November 28, 2026 stored as finished XML: complete or not at all. */
function olderFile(stored: string, failedCount: number) {
  if (failedCount > 0) throw payoutProblems.fileOutdated()
  return stored
}

async function failStopped(app: App, tx: Transaction, fileId: string) {
  const stopped = await listStoppedInFile(tx, fileId)
  const failed = stopped.map(({ id }): FailedPayout => ({ id, code: 'stopped', message: failureText('stopped') }))
  if (failed.length > 0) await failPayouts(app, tx, failed)
}

/** Marks a file as executed by the bank: its pending payouts are completed. Throws payoutProblems. */
export async function executeSepaFile(app: App, { caller, id }: Params) {
  await app.db.transaction().execute(async (tx) => {
    const isFirst = await markExecuted(tx, { id, now: app.now() })
    if (!isFirst) throw await whyNotExecuted(tx, id)
    const pending = await listPendingInFile(tx, id)
    await completePayouts(
      app,
      tx,
      pending.map((payout) => ({ id: payout.id, transferId: null })),
    )
    await recordOperatorAct(app, tx, {
      caller,
      action: 'payouts.executeSepaFile',
      objectType: 'sepaFile',
      objectId: id,
      after: { payouts: pending.length },
    })
  })
}

async function whyNotExecuted(tx: Transaction, id: string) {
  const file = await findSepaFileState(tx, id)
  if (!file) return payoutProblems.fileUnknown()
  return file.executedAt ? payoutProblems.fileExecuted() : payoutProblems.fileNotDownloaded()
}

/** Enters that the bank returned a transfer: the payout fails and its bookings are owed again. Throws payoutProblems. */
export async function returnSepaPayout(app: App, { caller, id, reason }: Params & { reason: string }) {
  await app.db.transaction().execute(async (tx) => {
    const payout = await findPayout(tx, id)
    if (!payout) throw payoutProblems.payoutUnknown()
    if (payout.rail !== 'sepa') throw payoutProblems.notReturnable()
    const returned = await returnPayout(app, tx, { id, returnedCents: 'all', reason: failureText('returned', reason) })
    if (!returned) throw payoutProblems.notReturnable()
    await recordOperatorAct(app, tx, { caller, action: 'payouts.returnPayout', objectType: 'payout', objectId: id, after: { reason } })
  })
}

/** Fails a payout whose transfer the bank deleted before its execution, as confirmed by the operator. Throws payoutProblems. */
export async function failSepaPayout(app: App, { caller, id }: Params) {
  await app.db.transaction().execute(async (tx) => {
    const payout = await findPayout(tx, id)
    if (!payout) throw payoutProblems.payoutUnknown()
    if (payout.rail !== 'sepa') throw payoutProblems.notFailable()
    const failed = await failPayouts(app, tx, [{ id, code: 'bankDeleted', message: failureText('bankDeleted') }])
    if (failed.length === 0) throw payoutProblems.notFailable()
    await recordOperatorAct(app, tx, {
      caller,
      action: 'payouts.failPayout',
      objectType: 'payout',
      objectId: id,
      after: { bankDeletedIt: true },
    })
  })
}
