import type { App } from '#src/platform/server/app.ts'
import { bankPayoutEntries, bankPayoutFailedEntries } from './entryRules.ts'
import { insertLedgerTransaction } from './store.ts'

/**
 * Reads a payout to the platform's own bank account from the PSP. Enters the debit of the balance, and the credit if the bank refused it.
 * Payouts of connected accounts are ignored: they are invisible to the platform's API key.
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
