import type Stripe from 'stripe'
import type { Box } from './operations.ts'

type Sum = { count: number; cents: number }

/** Counts and sums (cents) of all movements, overall or for the given sessions, and the balance, which must equal Σ net. */
export function readTotals(box: Box, criteria: { session?: string; reference?: string }) {
  const sessions = box.store
    .all('checkoutSession')
    .filter(
      (one) =>
        (!criteria.session || one.id === criteria.session) && (!criteria.reference || one.client_reference_id === criteria.reference),
    )
  const moved = {
    charges: Map.groupBy(box.store.all('charge'), (one) => one.payment_intent),
    refunds: Map.groupBy(box.store.all('refund'), (one) => one.payment_intent),
  }
  const bySession = sessions.map((session) => totalsOfSession(session, moved))
  const charges = bySession.flatMap((one) => one.chargeObjects)
  const refunds = bySession.flatMap((one) => one.refundObjects)
  const transactions = box.store.all('balanceTransaction')
  return {
    sessions: countBy(sessions, (one) => one.status ?? 'unknown'),
    paidSessions: sum(sessions.filter((one) => one.payment_status === 'paid').map((one) => one.amount_total ?? 0)),
    charges: sum(charges.filter((one) => one.paid).map((one) => one.amount)),
    failedCharges: sum(charges.filter((one) => !one.paid).map((one) => one.amount)),
    refunds: sum(refunds.map((one) => one.amount)),
    balance: {
      net: transactions.reduce((total, one) => total + one.net, 0),
      gross: transactions.reduce((total, one) => total + one.amount, 0),
      fees: transactions.reduce((total, one) => total + one.fee, 0),
    },
    ...totalsOfPaidOut(box),
    bySession: bySession.map(({ chargeObjects: _, refundObjects: __, ...shown }) => shown),
  }
}

/** Movements on the balance other than charges and refunds; never filtered by session. */
function totalsOfPaidOut(box: Box) {
  const transfers = box.store.all('transfer')
  const groups = Map.groupBy(transfers, (one) => one.transfer_group)
  return {
    transfers: sum(transfers.map((one) => one.amount)),
    reversals: sum(box.store.all('transferReversal').map((one) => one.amount)),
    disputes: sum(box.store.all('dispute').map((one) => one.amount)),
    bankPayouts: sum(box.store.all('payout').flatMap((one) => (one.status === 'failed' ? [] : [one.amount]))),
    byTransferGroup: [...groups].map(([group, ofGroup]) => ({
      transfer_group: group,
      ...sum(ofGroup.map((one) => one.amount)),
      reversedCents: sum(ofGroup.map((one) => one.amount_reversed)).cents,
    })),
  }
}

type Moved = {
  charges: Map<Stripe.Charge['payment_intent'], Stripe.Charge[]>
  refunds: Map<Stripe.Refund['payment_intent'], Stripe.Refund[]>
}

function totalsOfSession(session: Stripe.Checkout.Session, moved: Moved) {
  const intent = session.payment_intent
  const chargeObjects = intent === null ? [] : (moved.charges.get(intent) ?? [])
  const refundObjects = intent === null ? [] : (moved.refunds.get(intent) ?? [])
  return {
    id: session.id,
    client_reference_id: session.client_reference_id,
    status: session.status,
    payment_status: session.payment_status,
    amount: session.amount_total,
    currency: session.currency,
    charges: sum(chargeObjects.filter((one) => one.paid).map((one) => one.amount)),
    failedCharges: sum(chargeObjects.filter((one) => !one.paid).map((one) => one.amount)),
    refunds: sum(refundObjects.map((one) => one.amount)),
    chargeObjects,
    refundObjects,
  }
}

function sum(amounts: number[]): Sum {
  return { count: amounts.length, cents: amounts.reduce((total, one) => total + one, 0) }
}

function countBy<T>(items: T[], keyOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}
