import { refundOfMissed } from '#src/orders/appointments/refundRules.ts'
import type { App } from '#src/platform/server/app.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { type ObjectionList, objectionProblems } from './objectionRules.ts'
import { countObjections, findObjection, listObjections } from './objectionStore.ts'

/** Returns one page of the objections, and the number that match. */
export const readObjections = (app: App, asked: ListRequest<ObjectionList>) =>
  readListPage(app.db, asked, { list: listObjections, count: countObjections })

/** Returns an objection with all data needed for the decision. Throws objectionProblems.unknown. */
export async function readObjection(app: App, bookingId: string) {
  const found = await findObjection(app.db, bookingId)
  if (!found) throw objectionProblems.unknown()
  const { policy, ...shown } = found
  const refund = refundOfMissed(policy, shown.amountCents - shown.refundedCents)
  return { ...shown, missedRefundCents: refund?.refundCents ?? null }
}
