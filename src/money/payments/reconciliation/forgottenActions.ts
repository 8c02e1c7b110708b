import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { recordDiscrepancy } from '../actions.ts'
import { unmatchedBatch } from '../rules.ts'
import { markDiscrepanciesListed } from '../store.ts'
import { matchTransactions } from './actions.ts'
import { convergeObject, reconcilePayments } from './convergeActions.ts'
import { causeOf } from './rules.ts'
import { listUnmatched } from './store.ts'

/**
 * Applies what the PSP did since the state of a restore, as far as the bookings, refunds and companies are in the database: settles
 * payments, refunds, disputes and payouts, whose webhooks were delivered before the restore. The movements were read before.
 */
export async function applyForgotten(app: App) {
  await reconcilePayments(app)
  await matchTransactions(app)
  for (const one of await listUnmatched(app.db, unmatchedBatch)) {
    const cause = causeOf(one)
    if (!cause) continue
    await convergeObject(app, cause).catch((error: unknown) => app.log.warn({ ...cause, error: describeError(error) }, 'object not read'))
  }
  await matchTransactions(app)
}

/** Movement of the PSP without a counterpart here; booking and address of the customer are those of the payment's session. */
export type Forgotten = { id: string; at: Date; kind: string; amountCents: Cents; pspId: string; customerEmail: string; bookingId: string }

/**
 * Lists the movements that the database forgot and that nothing here explains, oldest first. Each is an open discrepancy from now on, and
 * none of them is mailed.
 */
export async function listForgotten(app: App): Promise<Forgotten[]> {
  const forgotten: Forgotten[] = []
  for (const { readAt: _, ...movement } of await listUnmatched(app.db, mostForgotten)) {
    const { id, createdAt: at, kind, amountCents, paymentId, sourceId } = movement
    const session = kind === 'charge' && paymentId ? await app.payments.findCheckoutOfPayment(paymentId) : undefined
    const { customerEmail, bookingId } = session ?? {}
    forgotten.push({
      ...{ id, at, kind, amountCents },
      pspId: paymentId ?? sourceId ?? id,
      customerEmail: customerEmail ?? '',
      bookingId: bookingId ?? '',
    })
    await app.db
      .transaction()
      .execute((tx) => recordDiscrepancy(app, tx, { kind: 'unmatchedTransaction', reference: id, amountCents, details: movement }))
  }
  await app.db.transaction().execute((tx) => markDiscrepanciesListed(tx, app.now()))
  return forgotten.sort((one, other) => one.at.getTime() - other.at.getTime())
}
const mostForgotten = 100_000
