import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { markPaidAccount } from '#src/supply/companies/closing/store.ts'
import { shown } from './actions.ts'
import { encryptBank, openBank } from './encryptionActions.ts'
import { deleteBankChanges, deleteSkips, markHoldLifted } from './operatorStore.ts'
import { operatorBankProblems } from './operatorTexts.ts'
import { type BankDetails, maskIban } from './rules.ts'
import { deleteBankDetails, findBankDetails, upsertBankDetails } from './store.ts'

type Act = { companyId: string; caller: OperatorAct }

/**
 * Stores the bank details that the operator entered with a new company, encrypted. They count as first details, so payouts do not wait; a
 * later owner sees them masked and changes them as usual.
 */
export async function enterBankDetails(app: App, tx: Transaction, { companyId, caller, details }: Act & { details: BankDetails }) {
  const sealed = encryptBank(app, companyId, details)
  await upsertBankDetails(tx, { companyId, sealed, changedAt: null, confirmedAt: app.now() })
  await recordOperatorAct(app, tx, {
    companyId,
    caller,
    action: 'payouts.enterBankDetails',
    after: { iban: maskIban(details.bank_account) },
  })
}

/**
 * A company's bank details in clear text, for the operator. The access is written to the audit log in the same transaction, so there is no
 * access without its entry. Throws operatorBankProblems.none.
 */
export const readBankInClear = (app: App, { companyId, caller }: Act) =>
  app.db.transaction().execute(async (tx) => {
    const kept = await findBankDetails(tx, companyId)
    if (!kept) throw operatorBankProblems.none()
    const details = openBank(app, companyId, kept.sealed)
    await recordOperatorAct(app, tx, {
      companyId,
      caller,
      action: 'payouts.viewBankDetails',
      after: { iban: maskIban(details.bank_account) },
    })
    const { bank_name } = shown(details)
    return { ...details, bank_name }
  })

/** Resumes a company's payouts after a disputed change of its bank details. Throws operatorBankProblems. */
export const liftPayoutHold = (app: App, { companyId, caller }: Act) =>
  app.db.transaction().execute(async (tx) => {
    const lifted = await markHoldLifted(tx, { companyId, now: app.now() })
    if (!lifted) throw operatorBankProblems.noHold()
    await recordOperatorAct(app, tx, {
      companyId,
      caller,
      action: 'payouts.liftHold',
      before: { cause: lifted.cause, placedAt: lifted.placedAt },
    })
    await announce(tx, { companyId, kind: 'payout', id: companyId })
  })

/** Deletes a company's bank details and their changes. Payouts are kept. */
export async function eraseBankDetails(tx: Transaction, companyId: string) {
  await deleteBankChanges(tx, companyId)
  await deleteBankDetails(tx, companyId)
}

/** Deletes an archived company's bank details, but retains the encrypted account for the report to the tax office. */
export async function archiveBankDetails(tx: Transaction, companyId: string) {
  const known = await findBankDetails(tx, companyId)
  if (known) await markPaidAccount(tx, { companyId, sealed: known.sealed })
  await eraseBankDetails(tx, companyId)
}

/** Deletes the payout data of a company that was never owed anything, before the company is deleted. */
export async function deletePayouts(tx: Transaction, companyId: string) {
  await eraseBankDetails(tx, companyId)
  await deleteSkips(tx, companyId)
}
