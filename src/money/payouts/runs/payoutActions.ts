import { postLedgerBatch } from '#src/money/payments/ledgerActions.ts'
import type { LedgerEntry } from '#src/money/payments/rules.ts'
import { berlinDay, mondayOf } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announceAll } from '#src/platform/server/live.ts'
import { enqueueMail, enqueueMails } from '#src/platform/server/mail/mail.ts'
import { payoutFailedMail, payoutSentMail, payoutWaitsMail } from './mails.ts'
import {
  type ChangedPayout,
  type FailedPayout,
  listBookingsOf,
  markCompleted,
  markFailed,
  markReturned,
  releaseItems,
} from './payoutStore.ts'
import { netOf, payoutDoneEntries, payoutFailedEntries, payoutReturnedEntries } from './rules.ts'
import { insertSkip } from './skipStore.ts'
import { payoutErrors } from './texts.ts'

type Done = { id: string; transferId: string | null }

/**
 * Completes payouts whose money has arrived: bookings, ledger and mails in one transaction. Each payout is completed by the first caller
 * only.
 */
export async function completePayouts(app: App, tx: Transaction, payouts: readonly Done[]) {
  const now = app.now()
  const bookingsOf = await lockBookingsOf(app, tx, payouts)
  const completed = await markCompleted(tx, { payouts, now })
  if (completed.length === 0) return
  await app.hooks.payoutBookings.markPaidOut(tx, { ids: bookingsOf(completed), now })
  await postPayouts(tx, { kind: 'payoutDone', payouts: completed, entriesOf: payoutDoneEntries, now })
  await enqueueMails(
    tx,
    completed.map((payout) => payoutSentMail(payout, app.config)),
  )
  await notifyCompanies(tx, completed)
}

/**
 * Fails payouts whose money never left: reverses their ledger entries and releases their bookings for the next run. Returns the payouts it
 * failed.
 */
export async function failPayouts(app: App, tx: Transaction, payouts: readonly FailedPayout[]) {
  const now = app.now()
  await lockBookingsOf(app, tx, payouts)
  const failed = await markFailed(tx, { payouts, now })
  if (failed.length === 0) return failed
  await releaseItems(tx, { payoutIds: failed.map(({ id }) => id), now })
  await postPayouts(tx, { kind: 'payoutFailed', payouts: failed, entriesOf: payoutFailedEntries, now })
  for (const payout of failed) {
    // The company cannot change the platform's low balance, so it gets one mail a week at most.
    if (payout.errorCode === 'uncovered') await notifyPayoutWaits(app, tx, payout)
    else await enqueueMail(tx, payoutFailedMail(payout, app.config))
  }
  await notifyCompanies(tx, failed)
  return failed
}

/**
 * Fails a completed payout because `returnedCents` of it were returned: its bookings are ready for payout again. Returns undefined and
 * changes nothing if it was not completed.
 */
export async function returnPayout(app: App, tx: Transaction, back: { id: string; returnedCents: Cents | 'all'; reason: string }) {
  const now = app.now()
  const bookingsOf = await lockBookingsOf(app, tx, [back])
  const payout = await markReturned(tx, { id: back.id, message: back.reason, now })
  if (!payout) return undefined
  await releaseItems(tx, { payoutIds: [back.id], now })
  await app.hooks.payoutBookings.markOwedAgain(tx, { ids: bookingsOf([payout]), now })
  const entriesOf = (one: ChangedPayout) => payoutReturnedEntries(one, back.returnedCents === 'all' ? netOf(one) : back.returnedCents)
  await postPayouts(tx, { kind: 'payoutReturned', payouts: [payout], entriesOf, now })
  await enqueueMail(tx, payoutFailedMail({ ...payout, errorCode: 'returned', reason: back.reason }, app.config))
  await notifyCompanies(tx, [payout])
  return payout
}

/**
 * Locks bookings first, then payouts: the same order everywhere prevents deadlocks. Returns a function that maps payouts to their bookings.
 */
async function lockBookingsOf(app: App, tx: Transaction, payouts: readonly { id: string }[]) {
  const items = await listBookingsOf(
    tx,
    payouts.map(({ id }) => id),
  )
  const ofPayout = Map.groupBy(items, ({ payoutId }) => payoutId)
  await app.hooks.payoutBookings.lock(
    tx,
    items.map(({ bookingId }) => bookingId),
  )
  return (some: readonly { id: string }[]) => some.flatMap(({ id }) => (ofPayout.get(id) ?? []).map(({ bookingId }) => bookingId))
}

type Posted = { kind: string; payouts: readonly ChangedPayout[]; entriesOf: (payout: ChangedPayout) => LedgerEntry[]; now: Date }

const postPayouts = (tx: Transaction, { kind, payouts, entriesOf, now }: Posted) =>
  postLedgerBatch(tx, {
    kind,
    occurredAt: now,
    postings: payouts.map((payout) => ({ reference: payout.id, bookingId: null, entries: entriesOf(payout) })),
  })

const notifyCompanies = (tx: Transaction, payouts: readonly ChangedPayout[]) =>
  announceAll(
    tx,
    payouts.map(({ id, companyId }) => ({ companyId, kind: 'payout', id })),
  )

async function notifyPayoutWaits(app: App, tx: Transaction, payout: ChangedPayout) {
  const [cause, now] = ['uncovered' as const, app.now()]
  const weekOn = mondayOf(berlinDay(now))
  const { companyId, companyAmountCents: amountCents } = payout
  const isNew = await insertSkip(tx, { companyId, cause, weekOn, payoutId: payout.id, amountCents, now })
  if (isNew) await enqueueMail(tx, payoutWaitsMail({ ...payout, cause, weekOn, amountCents }, app.config))
}

/** Error text of a failed transfer: our text, followed by the PSP's message. */
export const failureText = (code: keyof typeof payoutErrors, detail?: string) =>
  detail ? `${payoutErrors[code]}: ${detail}` : payoutErrors[code]
