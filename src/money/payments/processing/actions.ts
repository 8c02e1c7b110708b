import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { factsOfMethod } from '../methods.ts'
import { markCheckoutProcessing } from './store.ts'

type Processing = { id: string; bookingId: string; method: string | null }

/**
 * Records that the customer has completed the payment page with a method whose money arrives days later, and notifies the booking once
 * (docs/spec.md#processing). The checkout stays open until the money arrives or fails. No-op if the checkout has ended.
 */
export async function settleProcessing(app: App, tx: Transaction, { id, bookingId, method }: Processing) {
  const now = app.now()
  if (!(await markCheckoutProcessing(tx, { id, now }))) return
  const { settlesWithinDays, names } = factsOfMethod(method)
  const until = new Date(now.getTime() + settlesWithinDays * 86_400_000)
  await app.hooks.onProcessing.booking(app, tx, { bookingId, until, method: names[0] ?? '', days: settlesWithinDays })
}

/** True if the money of an unpaid checkout is under way: it was completed, and has neither arrived nor failed. */
export const isUnderWay = (checkout: { status: string; processingAt: Date | null } | undefined) =>
  checkout?.status === 'open' && checkout.processingAt !== null
