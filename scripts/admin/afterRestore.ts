import { readFileSync } from 'node:fs'
import { readTransactions } from '#src/money/payments/reconciliation/actions.ts'
import { applyForgotten, type Forgotten, listForgotten } from '#src/money/payments/reconciliation/forgottenActions.ts'
import { type Recovered, recordForgottenFile, recordForgottenTransfers } from '#src/money/payouts/restored/actions.ts'
import { readBankFile } from '#src/money/payouts/restored/rules.ts'
import { arePayoutsHeld } from '#src/money/payouts/restored/store.ts'
import { readDocumentNumbers } from '#src/orders/documents/numbers.ts'
import { listForgottenNumbers, skipNumbers } from '#src/orders/documents/restored/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { endRestore, findOpenRestore, noteRestore } from '#src/platform/server/database/restores.ts'
import { CommandError, type Run } from './commands.ts'
import { codeOf, reasonOf } from './doctor/findings.ts'
import { commandAct, withApp } from './openApp.ts'

/**
 * Reconciles a database that was restored to an earlier state with what happened since: transfers, document numbers, payments. Payouts and
 * documents wait until this succeeds. May be repeated.
 */
export const run: Run = ({ options }) => {
  const files = listOf(options['bank-file']).map(readFileOfBank)
  const seen = listOf(options.seen).map(readText)
  return withApp(async (app) => {
    const stateOf = await readState(app, options['state-of'])
    console.log(`Restored state: ${written(stateOf)}.`)
    const transfers = await reconcileTransfers(app)
    for (const file of files) transfers.push(...(await recordForgottenFile(app, file)))
    printTransfers(transfers)
    await printSkipped(app, stateOf, seen)
    await applyForgotten(app)
    printForgotten(await listForgotten(app))
    return finish(app, { stateOf, isBankChecked: files.length > 0 || options['bank-checked'] === true, transfers })
  })
}

const listOf = (option: unknown) => (Array.isArray(option) ? option.map(String) : [])

function readFileOfBank(path: string) {
  const file = readBankFile(readText(path))
  if (!file) throw new CommandError(`${path} is no bank file of this product.`)
  return file
}

function readText(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path} cannot be read (${codeOf(error)}).`)
  }
}

/** Time of the restored state: that of the open restore, or the given one, which opens it. */
async function readState(app: App, given: unknown) {
  if (typeof given === 'string') {
    const stateOf = new Date(given)
    if (Number.isNaN(stateOf.getTime()) || stateOf > app.now())
      throw new CommandError(`'${given}' is no past time: write it as 2026-11-28T10:00Z.`)
    await noteRestore(app.db, { stateOf, now: app.now() })
  }
  const open = await findOpenRestore(app.db)
  if (!open) throw new CommandError('No restore is open. After a restore by other means give its time: --state-of 2026-11-28T10:00Z')
  return open.stateOf
}

async function reconcileTransfers(app: App) {
  const isComplete = await readTransactions(app).catch((error: unknown) => {
    throw new CommandError(`The PSP does not answer (${reasonOf(error)}): run the command again later.`)
  })
  if (!isComplete) throw new CommandError('The PSP has more movements than a minute can read: run the command again.')
  return recordForgottenTransfers(app)
}

function printTransfers(transfers: readonly Recovered[]) {
  const recorded = transfers.filter(({ companyName }) => companyName !== undefined)
  const sum = recorded.reduce((total, { amountCents }) => total + amountCents, 0)
  console.log(`\nPayouts that the database forgot: ${transfers.length}.`)
  if (recorded.length > 0) console.log(`${euros(sum)} are recorded; the next payouts of these companies are lower by them:`)
  for (const { reference, amountCents, companyName } of recorded) console.log(`  ${euros(amountCents)}  ${companyName}  ${reference}`)
  for (const { reference, amountCents, companyName } of transfers)
    if (companyName === undefined)
      console.log(`✗ ${euros(amountCents)}  ${reference}: no company has this account, or a part was returned.`)
}

async function printSkipped(app: App, stateOf: Date, seen: readonly string[]) {
  const numbers = [...(await listForgottenNumbers(app, stateOf)), ...seen.flatMap(readDocumentNumbers)]
  const skipped = await app.db.transaction().execute((tx) => skipNumbers(app, tx, { numbers, stateOf }))
  console.log(`\nRanges of document numbers that were moved: ${skipped.length}.`)
  for (const { first, last } of skipped) console.log(`  ${first === last ? `${first} is` : `${first} to ${last} are`} never given again.`)
}

function printForgotten(forgotten: readonly Forgotten[]) {
  console.log(`\nMovements at the PSP that the database forgot: ${forgotten.length}.`)
  for (const { at, kind, amountCents, pspId, customerEmail, bookingId } of forgotten)
    console.log(['', written(at), kind.padEnd(10), euros(amountCents).padStart(12), pspId, customerEmail, bookingId].join('  ').trimEnd())
  if (forgotten.length > 0)
    console.log("Each is an open discrepancy ('Abweichungen'). Write to these customers, or refund them at the PSP.")
}

type Finishing = { stateOf: Date; isBankChecked: boolean; transfers: readonly Recovered[] }

/** Ends the restore, unless a payout is undecided or the bank account was not compared. */
async function finish(app: App, { stateOf, isBankChecked, transfers }: Finishing) {
  if (app.config.SEPA_PAYOUTS && !isBankChecked) {
    console.log(
      `\n✗ Payouts and documents stay held: compare the bank account since ${written(stateOf)} with the bank files. Run the command again with --bank-file FILE for each file that the bank executed, or with --bank-checked if there is none.`,
    )
    return 1
  }
  await app.db.transaction().execute(async (tx) => {
    await endRestore(tx, app.now())
    const entry = { at: app.now(), ...commandAct('after-restore'), action: 'restore.reconcile', objectType: 'database', objectId: 'all' }
    await recordAudit(tx, { ...entry, after: { stateOf: stateOf.toISOString(), payouts: transfers.length } })
  })
  if (await arePayoutsHeld(app.db)) {
    console.log("\n✗ Payouts stay held until the transfers marked ✗ are closed by hand in 'Abweichungen'.")
    return 1
  }
  console.log('\n✓ Reconciled: payouts are sent and documents are issued again.')
  return 0
}

const euros = (cents: number) => `${(cents / 100).toFixed(2)} €`
const written = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
