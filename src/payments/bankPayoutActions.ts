import type { App } from '#src/server/app.ts'
import { bankPayoutEntries, bankPayoutFailedEntries } from './entryRules.ts'
import { insertLedgerTransaction } from './store.ts'

/**
 * Reads a payout to our own bank from the PSP. Enters that the money left the balance, and that it came back if the bank refused it.
 * Payouts of connected accounts to their banks are not ours: the PSP does not know them under our key.
 */
export async function convergeBankPayout(app: App, id: string) {
  const payout = await app.payments.findBankPayout(id)
  if (!payout) return
  const { amountCents, createdAt } = payout
  await app.db.transaction().execute(async (tx) => {
    const one = { reference: id, bookingId: null }
    await insertLedgerTransaction(tx, { ...one, kind: 'bankPayout', occurredAt: createdAt, entries: bankPayoutEntries(amountCents) })
    if (payout.status !== 'failed') return
    await insertLedgerTransaction(tx, {
      ...one,
      kind: 'bankPayoutFailed',
      occurredAt: app.now(),
      entries: bankPayoutFailedEntries(amountCents),
    })
  })
}
