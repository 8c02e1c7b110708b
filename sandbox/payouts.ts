import type Stripe from 'stripe'
import { availableCents, bookBalance } from './balance.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'
import { changeSettings, readSettings } from './settings.ts'
import { refuseUncovered, refuseWrongCents } from './transfers.ts'

const daySeconds = 24 * 60 * 60
const platformBank = 'ba_1SandboxPlatformBank'

/** Payouts from the platform's balance to its own bank. */
export const payoutOperations = [
  operation<Stripe.PayoutCreateParams>(
    'Payouts.create',
    ['amount', 'currency', 'description', 'metadata', 'statement_descriptor'],
    ({ box, params, request }) => makePayout(box, { ...params, days: 1, automatic: false, request }),
  ),
  operation<Stripe.PayoutRetrieveParams>('Payouts.retrieve', [], ({ box, pathId }) => findPayout(box, pathId)),
  operation<Stripe.PayoutListParams>('Payouts.list', ['limit', 'starting_after', 'ending_before', 'created', 'status'], ({ box, params }) =>
    listPage({
      items: box.store.all('payout'),
      params,
      noun: 'payout',
      url: '/v1/payouts',
      keep: (payout) => !params.status || payout.status === params.status,
    }),
  ),
]

function findPayout(box: Box, id: string): Stripe.Payout {
  const payout = box.store.get('payout', id)
  if (!payout) throw missingObject('payout', id)
  return payout
}

/** Verb `bankPayout` of the control interface: an amount, or everything available, arrives at the bank in this many days (0: at once). */
export function payOutPlatform(box: Box, input: { amount?: number; days: number }): Stripe.Payout {
  return box.store.transact(() => {
    const amount = input.amount ?? availableCents(box, 'eur')
    const payout = makePayout(box, { amount, currency: 'eur', days: input.days, automatic: false })
    settleDuePayouts(box)
    return findPayout(box, payout.id)
  })
}

type Wanted = Stripe.PayoutCreateParams & { days: number; automatic: boolean; request?: RequestFacts }

function makePayout(box: Box, wanted: Wanted): Stripe.Payout {
  refuseWrongCents(wanted.amount)
  refuseUncovered(box, wanted.amount, wanted.currency)
  const id = newId('po_')
  const payout: Stripe.Payout = {
    ...emptyPayout,
    id,
    amount: wanted.amount,
    arrival_date: seconds(box) + wanted.days * daySeconds,
    automatic: wanted.automatic,
    balance_transaction: bookPayout(box, { type: 'payout', amount: -wanted.amount, currency: wanted.currency, payout: id }),
    created: seconds(box),
    currency: wanted.currency,
    description: wanted.description ?? 'STRIPE PAYOUT',
    metadata: readMetadata(wanted.metadata),
    reconciliation_status: wanted.automatic ? 'in_progress' : 'not_applicable',
    statement_descriptor: wanted.statement_descriptor ?? null,
  }
  box.store.put('payout', id, payout)
  emitEvent(box, { type: 'payout.created', object: payout, request: wanted.request })
  return payout
}

function bookPayout(box: Box, input: { type: 'payout' | 'payout_failure'; amount: number; currency: string; payout: string }): string {
  const { payout, ...money } = input
  const reportingCategory = input.type === 'payout_failure' ? 'payout_reversal' : 'payout'
  return bookBalance(box, { ...money, fee: 0, reportingCategory, source: payout, description: 'STRIPE PAYOUT', isAvailable: true }).id
}

/** Verb `failBankPayout` of the control interface: the platform's bank returns a payout, even after it had arrived. */
export function failPayout(box: Box, id: string): Stripe.Payout {
  return box.store.transact(() => {
    const payout = findPayout(box, id)
    if (payout.status === 'failed') throw invalidRequest(`Payout ${id} has failed already.`)
    const { amount, currency } = payout
    const failed: Stripe.Payout = {
      ...payout,
      failure_balance_transaction: bookPayout(box, { type: 'payout_failure', amount, currency, payout: id }),
      failure_code: 'account_closed',
      failure_message: 'The bank account has been closed.',
      status: 'failed',
    }
    box.store.put('payout', id, failed)
    emitEvent(box, { type: 'payout.failed', object: failed, previous: { status: payout.status } })
    return failed
  })
}

/** Creates the automatic payout of the day if enabled, and lets due payouts arrive, by the clock. */
export function settleDuePayouts(box: Box) {
  box.store.transact(() => {
    makeDailyPayout(box)
    const now = seconds(box)
    for (const payout of box.store.all('payout')) {
      if (payout.status !== 'in_transit' || payout.arrival_date > now) continue
      const paid = { ...payout, status: 'paid' }
      box.store.put('payout', payout.id, paid)
      emitEvent(box, { type: 'payout.paid', object: paid, previous: { status: payout.status } })
    }
  })
}

function makeDailyPayout(box: Box) {
  const { bankPayouts, lastBankPayoutDay = 0 } = readSettings(box.store)
  const today = Math.floor(seconds(box) / daySeconds)
  if (bankPayouts !== 'daily' || today <= lastBankPayoutDay) return
  changeSettings(box.store, { lastBankPayoutDay: today })
  const amount = availableCents(box, 'eur')
  if (amount > 0) makePayout(box, { amount, currency: 'eur', days: 1, automatic: true })
}

/** Verb `bankPayouts` of the control interface; the first automatic payout is created the day after. */
export function scheduleBankPayouts(box: Box, schedule: 'daily' | 'manual') {
  changeSettings(box.store, { bankPayouts: schedule, lastBankPayoutDay: Math.floor(seconds(box) / daySeconds) })
  return readSettings(box.store)
}

const emptyPayout = {
  object: 'payout',
  application_fee: null,
  application_fee_amount: null,
  destination: platformBank,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reversed_by: null,
  source_type: 'card',
  status: 'in_transit',
  trace_id: null,
  type: 'bank_account',
} satisfies Partial<Stripe.Payout>
