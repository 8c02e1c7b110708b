import { berlinDay } from '#src/platform/kit/dates.ts'
import type { PspTransaction } from '#src/platform/kit/psp.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueAll } from '#src/platform/server/jobs.ts'
import { describeError } from '#src/platform/server/log.ts'
import { receiveEvent, recordDiscrepancy, settlePayment } from '../actions.ts'
import { adjustmentEntries, openingEntries, processorFeeEntries, reserveEntries, topUpEntries } from '../entryRules.ts'
import { postLedgerBatch } from '../ledgerActions.ts'
import {
  balanceTries,
  discrepancyAfterMinutes,
  eventOverlapMinutes,
  firstEventsHours,
  nightlyWindowDays,
  transactionsBudgetSeconds,
  unmatchedBatch,
} from '../rules.ts'
import { causeOf, expectedOf } from './rules.ts'
import {
  closeDiscrepanciesOfKind,
  closeMatchedDiscrepancies,
  findCursor,
  findPayoutOfTransfer,
  insertBeginning,
  insertPspTransactions,
  isDebitRepaid,
  isRefundRepeated,
  listMissingAtPsp,
  listUnmatched,
  lockReconciliation,
  markExpected,
  matchPspTransactions,
  mostRows,
  moveCursor,
  sumTransactions,
} from './store.ts'

/** Reads new balance transactions from the PSP, matches them with the ledger, and records discrepancies. */
export async function fetchTransactions(app: App) {
  await readTransactions(app)
  await matchTransactions(app)
}

/**
 * Stores the time of the product's first start, from which balance transactions are read: the earlier history of an existing PSP account is
 * not the platform's. The first comparison posts the opening balance.
 */
export const markReconciliationStart = (app: App) => insertBeginning(app.db, app.now())

async function readBeginning(app: App) {
  const began = await findCursor(app.db, 'booksSince')
  return began ? new Date(began.position) : null
}

/**
 * Reads all balance transactions after the last stored one. A page and its cursor are stored in one transaction. Returns false if the time
 * was up before the last page.
 */
export async function readTransactions(app: App) {
  const deadline = performance.now() + transactionsBudgetSeconds * 1000
  while (performance.now() < deadline) {
    const after = (await findCursor(app.db, 'balanceTransactions'))?.position ?? null
    const since = await readBeginning(app)
    const { transactions, hasMore } = await app.payments.listBalanceTransactions({ after, since })
    const last = transactions.at(-1)
    if (last) {
      await app.db.transaction().execute(async (tx) => {
        await lockReconciliation(tx)
        // False if another process has stored the same page.
        const isFirst = await moveCursor(tx, { name: 'balanceTransactions', from: after, to: last.id, now: app.now() })
        if (isFirst) await storeTransactions(app, tx, transactions)
      })
    }
    if (!hasMore) return true
  }
  return false
}

/** Stores transactions, posts their fees, and enqueues a check of each object whose webhook may be lost. Returns the number of new ones. */
export async function storeTransactions(app: App, tx: Transaction, transactions: readonly PspTransaction[]) {
  if (transactions.length === 0) return 0
  const readAt = app.now()
  const rows = transactions.map((one) => {
    const expected = expectedOf(one)
    return { ...one, ledgerKind: expected?.ledgerKind ?? null, ledgerReference: expected?.ledgerReference ?? null, readAt }
  })
  const isNew = new Set<string>()
  for (let start = 0; start < rows.length; start += mostRows) {
    for (const { id } of await insertPspTransactions(tx, rows.slice(start, start + mostRows))) isNew.add(id)
  }
  const fresh = transactions.filter(({ id }) => isNew.has(id))
  const posting = (reference: string, cents: number) => ({ reference, bookingId: null, entries: processorFeeEntries(cents) })
  const fees = fresh.map(({ id, feeCents }) => posting(id, feeCents))
  await postLedgerBatch(tx, { kind: 'processorFee', occurredAt: readAt, postings: fees })
  const bills = fresh.filter(({ kind }) => kind === 'fee').map(({ id, amountCents }) => posting(id, -amountCents))
  await postLedgerBatch(tx, { kind: 'pspFee', occurredAt: readAt, postings: bills })
  for (const kind of bookedByItself) {
    const own = fresh.filter((one) => one.kind === kind && one.currency === 'eur')
    const postings = own.map(({ id, amountCents }) => ({ reference: id, bookingId: null, entries: entriesOf[kind](amountCents) }))
    await postLedgerBatch(tx, { kind, occurredAt: readAt, postings })
  }
  // Jobs without keys: with keys, this transaction and a worker could lock the same waiting jobs in different orders and deadlock.
  const looks = fresh.flatMap((one) => causeOf(one) ?? []).map((cause) => ({ name: 'payments.converge', payload: cause }))
  await enqueueAll(tx, looks)
  return fresh.length
}

/** Movements that have no cause in this product: posted when they are read. */
const entriesOf = { topUp: topUpEntries, adjustment: adjustmentEntries, reserve: reserveEntries }
const bookedByItself = ['topUp', 'adjustment', 'reserve'] as const

/** Matches the stored movements with the ledger, and records or closes discrepancies. */
export async function matchTransactions(app: App) {
  const now = app.now()
  await matchAlone(app, (tx) => matchPspTransactions(tx, now))
  for (const one of await listUnmatched(app.db, unmatchedBatch)) {
    await explain(app, one)
  }
  await matchAlone(app, async (tx) => {
    await matchPspTransactions(tx, now)
    await closeMatchedDiscrepancies(tx, now)
  })
  const before = new Date(now.getTime() - discrepancyAfterMinutes.unmatched * 60_000)
  for (const one of await listUnmatched(app.db, unmatchedBatch)) {
    if (one.readAt > before) continue
    const { id: reference, amountCents, readAt: _, ...details } = one
    await app.db
      .transaction()
      .execute((tx) => recordDiscrepancy(app, tx, { kind: 'unmatchedTransaction', reference, amountCents, details }))
  }
}

const matchAlone = (app: App, match: (tx: Transaction) => Promise<unknown>) =>
  app.db.transaction().execute(async (tx) => {
    await lockReconciliation(tx)
    await match(tx)
  })

type Unmatched = Awaited<ReturnType<typeof listUnmatched>>[number]

/**
 * Finds the ledger transaction of an unmatched movement. An unknown charge was paid in a booking's session, or for an invoice whose event
 * was lost; an unknown reversal is a payout that was returned.
 */
async function explain(app: App, one: Unmatched) {
  const { id, kind, paymentId, ownId, transferId, ledgerKind } = one
  try {
    if (kind === 'charge' && paymentId) {
      await (ledgerKind === 'charge' ? settlePayment(app, paymentId) : explainInvoice(app, { ...one, paymentId }))
    }
    if (kind === 'refund' && ownId && (await isRefundRepeated(app.db, ownId)))
      await markExpected(app.db, { id, ledgerKind: 'refundRepeated', ledgerReference: ownId })
    if (kind === 'transferReversal' && transferId && !ledgerKind) {
      const payout = await findPayoutOfTransfer(app.db, transferId)
      if (payout) await markExpected(app.db, { id, ledgerKind: 'payoutReturned', ledgerReference: payout.id })
    }
  } catch (error) {
    app.log.warn({ id, error: describeError(error) }, 'balance transaction not explained')
  }
}

async function explainInvoice(app: App, { id, paymentId, ledgerReference }: Unmatched & { paymentId: string }) {
  const invoiceId = ledgerReference ?? (await app.payments.findInvoiceOfPayment(paymentId))
  if (!invoiceId) return
  await markExpected(app.db, { id, ledgerKind: 'subscription', ledgerReference: invoiceId })
  await app.hooks.onSubscriptionChanged(app, { invoiceId })
  if (await isDebitRepaid(app.db, invoiceId)) await markExpected(app.db, { id, ledgerKind: 'debitRepaid', ledgerReference: invoiceId })
}

/** Fetches events that the PSP could not deliver and handles them like webhooks; a cursor stores the time of the last fetch. */
export async function readUndeliveredEvents(app: App) {
  const askedAt = app.now()
  const last = (await findCursor(app.db, 'undeliveredEvents'))?.position ?? null
  const from = last ? new Date(last).getTime() - eventOverlapMinutes * 60_000 : askedAt.getTime() - firstEventsHours * 3_600_000
  // The list still holds events that were processed; a known event enqueues nothing.
  for (const event of await app.payments.listUndeliveredEvents({ since: new Date(from) })) await receiveEvent(app, event)
  await moveCursor(app.db, { name: 'undeliveredEvents', from: last, to: askedAt.toISOString(), now: askedAt })
}

/**
 * Finds what the cursor misses: movements that the PSP inserted behind the cursor, and ledger transactions that the PSP does not have.
 * Returns the PSP's balance in cents, or null if it kept changing during the comparison.
 */
export async function reconcileBalance(app: App) {
  await fetchTransactions(app)
  await readWindows(app)
  await matchTransactions(app)
  const before = new Date(app.now().getTime() - discrepancyAfterMinutes.missing * 60_000)
  for (const { id: reference, cents: amountCents, bookingId, ...details } of await listMissingAtPsp(app.db, {
    before,
    limit: unmatchedBatch,
  })) {
    await app.db
      .transaction()
      .execute((tx) => recordDiscrepancy(app, tx, { kind: 'missingAtPsp', reference, bookingId, amountCents, details }))
  }
  return compareBalance(app)
}

const dayMs = 24 * 3_600_000

async function readWindows(app: App) {
  // The last window ends in the future, so that it includes movements made during this run.
  const end = app.now().getTime() + dayMs
  const began = (await readBeginning(app))?.getTime() ?? 0
  for (let day = nightlyWindowDays; day >= 0; day--) {
    const window = { from: new Date(Math.max(began, end - (day + 1) * dayMs)), to: new Date(end - day * dayMs) }
    if (window.from >= window.to) continue
    const transactions = await app.payments.listBalanceTransactionsBetween(window)
    await app.db.transaction().execute(async (tx) => {
      await lockReconciliation(tx)
      await storeTransactions(app, tx, transactions)
    })
  }
}

/** Sums of the PSP's movements and of the ledger, in cents, with the amounts that only one of both has yet. */
export function readSums(app: App) {
  const ago = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)
  return sumTransactions(app.db, {
    unmatchedSince: ago(discrepancyAfterMinutes.unmatched),
    missingSince: ago(discrepancyAfterMinutes.missing),
  })
}

/**
 * Reads the balance between two fetches of the movements: it is comparable only if nothing was added meanwhile. A difference is recorded as
 * a discrepancy, which is closed when the sums agree again.
 */
async function compareBalance(app: App) {
  for (let tries = 0; tries < balanceTries; tries++) {
    await readTransactions(app)
    const before = await findCursor(app.db, 'balanceTransactions')
    const { availableCents, pendingCents } = await app.payments.readBalance()
    await readTransactions(app)
    const after = await findCursor(app.db, 'balanceTransactions')
    if (before?.position !== after?.position) continue
    const pspCents = availableCents + pendingCents
    const { readCents } = await readSums(app)
    await noteBalance(app, { pspCents, readCents })
    return pspCents
  }
  return null
}

async function noteBalance(app: App, { pspCents, readCents }: { pspCents: number; readCents: number }) {
  const now = app.now()
  await app.db.transaction().execute(async (tx) => {
    const openingCents = await postOpeningBalance(tx, { cents: pspCents - readCents, now })
    const differenceCents = pspCents - readCents - openingCents
    if (differenceCents === 0) return closeDiscrepanciesOfKind(tx, { kind: 'balanceDiffers', now })
    const details = { pspCents, readCents, openingCents }
    const reference = `${berlinDay(now)}:${differenceCents}`
    await recordDiscrepancy(app, tx, { kind: 'balanceDiffers', reference, amountCents: differenceCents, details })
  })
}

/**
 * Posts the opening balance once: the difference found by the first comparison. Returns it in cents; 0 if the movements are read from the
 * account's beginning.
 */
async function postOpeningBalance(tx: Transaction, { cents, now }: { cents: number; now: Date }) {
  if (!(await findCursor(tx, 'booksSince'))) return 0
  const known = await findCursor(tx, 'opening')
  if (known) return Number(known.position)
  if (!(await moveCursor(tx, { name: 'opening', from: null, to: String(cents), now }))) return 0
  const opening = { reference: 'psp_balance', bookingId: null, entries: openingEntries(cents) }
  await postLedgerBatch(tx, { kind: 'opening', occurredAt: now, postings: [opening] })
  return cents
}
