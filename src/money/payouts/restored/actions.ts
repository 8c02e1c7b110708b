import { postLedgerBatch } from '#src/money/payments/ledgerActions.ts'
import { readTransactions } from '#src/money/payments/reconciliation/actions.ts'
import { booksSeconds } from '#src/money/payments/rules.ts'
import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { openBank } from '../bank/encryptionActions.ts'
import { type BankTransfer, forgottenPayoutEntries } from './rules.ts'
import {
  arePayoutsHeld,
  type ForgottenPayout,
  findCompanyOfAccount,
  findLastReading,
  insertForgottenPayout,
  listBanks,
  listForgottenTransfers,
  listKnownPayouts,
  markTransfersStarted,
} from './store.ts'

/**
 * Returns true while no run may start. If the PSP's movements were last read long ago, as in a restored database, reads them first, so that
 * transfers are found which the restore forgot; if the PSP is unreachable, the known ones decide.
 */
export async function checkHold(app: App) {
  const readAt = await findLastReading(app.db)
  const isRecent = readAt === undefined || readAt.getTime() > app.now().getTime() - booksSeconds * 1_000
  const isComplete =
    isRecent ||
    (await readTransactions(app).catch((error: unknown) => {
      app.log.warn({ error: describeError(error) }, 'movements not read before a payout run')
      return true
    }))
  return !isComplete || (await arePayoutsHeld(app.db))
}

/** A payout that the database forgot; `companyName` is undefined if the company could not be found, and then nothing was recorded. */
export type Recovered = { reference: string; amountCents: Cents; companyName: string | undefined }

/**
 * Records the PSP's transfers of payouts that this database forgot: as completed payouts without bookings, whose amount the company owes.
 * A transfer to an unknown account, or one that was reversed in part, is left to the operator.
 */
export async function recordForgottenTransfers(app: App): Promise<Recovered[]> {
  await app.db.transaction().execute((tx) => markTransfersStarted(tx, app.now()))
  const recovered: Recovered[] = []
  for (const { payoutId, transferId, amountCents } of await listForgottenTransfers(app.db)) {
    const transfer = await app.payments.findTransferById(transferId)
    const accountId = transfer?.accountId ?? ''
    const company = transfer?.reversedCents === 0 ? await findCompanyOfAccount(app.db, accountId) : undefined
    if (transfer && company) {
      const paid = { paidAt: transfer.createdAt, paidOn: berlinDay(transfer.createdAt), amountCents: transfer.amountCents }
      await recordPayout(app, { ...paid, id: payoutId, companyId: company.id, rail: 'transfer', accountId, transferId })
    }
    recovered.push({ reference: transferId, amountCents, companyName: company?.companyName })
  }
  return recovered
}

/** Records the transfers of a bank file that the bank executed and this database forgot, in the same way; companies by their IBAN. */
export async function recordForgottenFile(app: App, { paidOn, transfers }: { paidOn: string; transfers: readonly BankTransfer[] }) {
  const known = await listKnownPayouts(
    app.db,
    transfers.map(({ payoutId }) => payoutId),
  )
  const companies = await readCompaniesByIban(app)
  const recovered: Recovered[] = []
  for (const { payoutId, amountCents, iban } of transfers) {
    if (known.has(payoutId)) continue
    const company = companies.get(iban)
    const paid = { paidAt: berlinInstant(paidOn, '12:00'), paidOn, amountCents }
    if (company) await recordPayout(app, { ...paid, id: payoutId, companyId: company.id, rail: 'sepa', accountId: null, transferId: null })
    recovered.push({ reference: payoutId, amountCents, companyName: company?.companyName })
  }
  return recovered
}

const recordPayout = (app: App, payout: ForgottenPayout) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await insertForgottenPayout(tx, payout))) return
    const postings = [{ reference: payout.id, bookingId: null, entries: forgottenPayoutEntries(payout) }]
    await postLedgerBatch(tx, { kind: 'payoutDone', occurredAt: app.now(), postings })
  })

async function readCompaniesByIban(app: App) {
  const banks = (await listBanks(app.db)).flatMap(({ sealed, ...company }) => {
    try {
      return [{ ...company, iban: openBank(app, company.id, sealed).bank_account }]
    } catch (error) {
      app.log.error({ companyId: company.id, error: describeError(error) }, 'bank details cannot be read')
      return []
    }
  })
  // Several companies with one account: the right one cannot be determined.
  const certain = [...Map.groupBy(banks, ({ iban }) => iban).values()].filter(({ length }) => length === 1).flat()
  return new Map(certain.map((company) => [company.iban, company]))
}
