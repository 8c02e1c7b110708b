import { berlinDay } from '#src/kit/dates.ts'
import type { PspTransaction } from '#src/ports/pspBooks.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueAll } from '#src/server/jobs.ts'
import { describeError } from '#src/server/log.ts'
import { receiveEvent, recordBreak, settlePayment } from '../actions.ts'
import { adjustmentEntries, openingEntries, processorFeeEntries, reserveEntries, topUpEntries } from '../entryRules.ts'
import { postLedgerBatch } from '../ledgerActions.ts'
import {
  balanceTries,
  booksBudgetSeconds,
  breakAfterMinutes,
  eventOverlapMinutes,
  firstEventsHours,
  nightlyWindowDays,
  unmatchedBatch,
} from '../rules.ts'
import { causeOf, expectedOf } from './rules.ts'
import {
  closeBreaksOfKind,
  closeMatchedBreaks,
  findCursor,
  findPayoutOfTransfer,
  insertBeginning,
  insertPspTransactions,
  isRefundRepeated,
  listMissingAtPsp,
  listUnmatched,
  lockBooks,
  markExpected,
  matchPspTransactions,
  mostRows,
  moveCursor,
  sumBooks,
} from './store.ts'

/** Reads on in the PSP's books, matches what is there with the ledger, and records what stays without a counterpart. */
export async function readBooks(app: App) {
  await readTransactions(app)
  await matchBooks(app)
}

/**
 * At the product's first start: the PSP's books are read from this moment on, because what an existing account did before is not ours. What
 * its balance held by then is entered with the first comparison.
 */
export const beginBooks = (app: App) => insertBeginning(app.db, app.now())

async function readBeginning(app: App) {
  const began = await findCursor(app.db, 'booksSince')
  return began ? new Date(began.position) : null
}

/** Every balance transaction next to the last one that was read; a page and its cursor are kept together or not at all. */
export async function readTransactions(app: App) {
  const deadline = performance.now() + booksBudgetSeconds * 1000
  while (performance.now() < deadline) {
    const after = (await findCursor(app.db, 'balanceTransactions'))?.position ?? null
    const since = await readBeginning(app)
    const { transactions, hasMore } = await app.payments.listBalanceTransactions({ after, since })
    const last = transactions.at(-1)
    if (last) {
      await app.db.transaction().execute(async (tx) => {
        await lockBooks(tx)
        // Another process read the same page: it has kept it.
        const isFirst = await moveCursor(tx, { name: 'balanceTransactions', from: after, to: last.id, now: app.now() })
        if (isFirst) await keepTransactions(app, tx, transactions)
      })
    }
    if (!hasMore) return
  }
}

/** Stores transactions, enters their fees, and enqueues a check of each object whose webhook may be lost. Answers how many were new. */
export async function keepTransactions(app: App, tx: Transaction, transactions: readonly PspTransaction[]) {
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
  // Jobs without keys: with keys, this transaction and a worker could lock the same waiting jobs in another order and deadlock.
  const looks = fresh.flatMap((one) => causeOf(one) ?? []).map((cause) => ({ name: 'payments.converge', payload: cause }))
  await enqueueAll(tx, looks)
  return fresh.length
}

/** Movements that nothing of ours causes: entered when they are read. */
const entriesOf = { topUp: topUpEntries, adjustment: adjustmentEntries, reserve: reserveEntries }
const bookedByItself = ['topUp', 'adjustment', 'reserve'] as const

/** Matches what was read, and records or closes breaks. */
export async function matchBooks(app: App) {
  const now = app.now()
  await matchAlone(app, (tx) => matchPspTransactions(tx, now))
  for (const one of await listUnmatched(app.db, unmatchedBatch)) {
    await explain(app, one)
  }
  await matchAlone(app, async (tx) => {
    await matchPspTransactions(tx, now)
    await closeMatchedBreaks(tx, now)
  })
  const before = new Date(now.getTime() - breakAfterMinutes.unmatched * 60_000)
  for (const one of await listUnmatched(app.db, unmatchedBatch)) {
    if (one.readAt > before) continue
    const { id: reference, amountCents, readAt: _, ...details } = one
    await app.db.transaction().execute((tx) => recordBreak(app, tx, { kind: 'unmatchedTransaction', reference, amountCents, details }))
  }
}

const matchAlone = (app: App, match: (tx: Transaction) => Promise<unknown>) =>
  app.db.transaction().execute(async (tx) => {
    await lockBooks(tx)
    await match(tx)
  })

type Unmatched = Awaited<ReturnType<typeof listUnmatched>>[number]

/**
 * Asks where a movement belongs. A charge that we know nothing of was paid in a booking's session or for an invoice whose event is lost; a
 * reversal that is not ours is a payout that came back.
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
}

/** Events that the PSP could not deliver are taken in like those that came; the moment of asking is durable. */
export async function readUndeliveredEvents(app: App) {
  const askedAt = app.now()
  const last = (await findCursor(app.db, 'undeliveredEvents'))?.position ?? null
  const from = last ? new Date(last).getTime() - eventOverlapMinutes * 60_000 : askedAt.getTime() - firstEventsHours * 3_600_000
  // The PSP still lists events that were processed; a known event enqueues nothing.
  for (const event of await app.payments.listUndeliveredEvents({ since: new Date(from) })) await receiveEvent(app, event)
  await moveCursor(app.db, { name: 'undeliveredEvents', from: last, to: askedAt.toISOString(), now: askedAt })
}

/**
 * Finds what the cursor misses: movements that the PSP sorted in behind the cursor, and movements of ours that the PSP does not have.
 * Answers the PSP's balance if it belongs to what was read.
 */
export async function compareBooks(app: App) {
  await readBooks(app)
  await readWindows(app)
  await matchBooks(app)
  const before = new Date(app.now().getTime() - breakAfterMinutes.missing * 60_000)
  for (const { id: reference, cents: amountCents, bookingId, ...details } of await listMissingAtPsp(app.db, {
    before,
    limit: unmatchedBatch,
  })) {
    await app.db.transaction().execute((tx) => recordBreak(app, tx, { kind: 'missingAtPsp', reference, bookingId, amountCents, details }))
  }
  return compareBalance(app)
}

const dayMs = 24 * 3_600_000

async function readWindows(app: App) {
  // The last window includes movements made while this runs.
  const end = app.now().getTime() + dayMs
  const began = (await readBeginning(app))?.getTime() ?? 0
  for (let day = nightlyWindowDays; day >= 0; day--) {
    const window = { from: new Date(Math.max(began, end - (day + 1) * dayMs)), to: new Date(end - day * dayMs) }
    if (window.from >= window.to) continue
    const transactions = await app.payments.listBalanceTransactionsBetween(window)
    await app.db.transaction().execute(async (tx) => {
      await lockBooks(tx)
      await keepTransactions(app, tx, transactions)
    })
  }
}

/** The sums of both books, with what may still be under way between them. */
export function readSums(app: App) {
  const ago = (minutes: number) => new Date(app.now().getTime() - minutes * 60_000)
  return sumBooks(app.db, { unmatchedSince: ago(breakAfterMinutes.unmatched), missingSince: ago(breakAfterMinutes.missing) })
}

/**
 * The balance belongs to what was read only if nothing was added while it was read, so it is asked for between two readings. A balance that
 * differs is a break, which closes itself when it fits again.
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
    const openingCents = await enterOpening(tx, { cents: pspCents - readCents, now })
    const differenceCents = pspCents - readCents - openingCents
    if (differenceCents === 0) return closeBreaksOfKind(tx, { kind: 'balanceDiffers', now })
    const details = { pspCents, readCents, openingCents }
    const reference = `${berlinDay(now)}:${differenceCents}`
    await recordBreak(app, tx, { kind: 'balanceDiffers', reference, amountCents: differenceCents, details })
  })
}

/**
 * What the balance held before the books began: the difference that the first comparison finds, entered once. Zero where the books are read
 * from the account's beginning.
 */
async function enterOpening(tx: Transaction, { cents, now }: { cents: number; now: Date }) {
  if (!(await findCursor(tx, 'booksSince'))) return 0
  const known = await findCursor(tx, 'opening')
  if (known) return Number(known.position)
  if (!(await moveCursor(tx, { name: 'opening', from: null, to: String(cents), now }))) return 0
  const opening = { reference: 'psp_balance', bookingId: null, entries: openingEntries(cents) }
  await postLedgerBatch(tx, { kind: 'opening', occurredAt: now, postings: [opening] })
  return cents
}
