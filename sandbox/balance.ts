import type Stripe from 'stripe'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { type Box, operation, seconds } from './operations.ts'
import { missingObject } from './problems.ts'

const holdSeconds = 3 * 24 * 60 * 60
const feeShare = { perTenThousand: 150, fixedCents: 25 }

/** Stripe's price for European cards: 1.5 % + 25 cents, in cents. */
export function feeOf(amount: number): number {
  return Math.round((amount * feeShare.perTenThousand) / 10_000) + feeShare.fixedCents
}

/** Books an amount (cents, negative for outgoing money) on the balance; `fee` is deducted. */
export function bookBalance(
  box: Box,
  input: {
    amount: number
    fee: number
    currency: string
    type:
      | 'charge'
      | 'refund'
      | 'refund_failure'
      | 'topup'
      | 'contribution'
      | 'reserve_transaction'
      | 'transfer'
      | 'transfer_refund'
      | 'payout'
      | 'payout_failure'
      | 'adjustment'
    /** Category in Stripe's reports, if it differs from the type. */
    reportingCategory?: string
    feeDescription?: string
    source: string | null
    description: string | null
    isAvailable: boolean
  },
): Stripe.BalanceTransaction {
  const now = seconds(box)
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn_'),
    object: 'balance_transaction',
    amount: input.amount,
    available_on: input.isAvailable ? now : now + holdSeconds,
    balance_type: 'payments',
    created: now,
    currency: input.currency,
    description: input.description,
    exchange_rate: null,
    fee: input.fee,
    fee_details:
      input.fee === 0
        ? []
        : [
            {
              amount: input.fee,
              application: null,
              currency: input.currency,
              description: input.feeDescription ?? 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: input.amount - input.fee,
    reporting_category: input.reportingCategory ?? input.type,
    source: input.source,
    status: input.isAvailable ? 'available' : 'pending',
    type: input.type,
  }
  box.store.put('balanceTransaction', transaction.id, transaction)
  return transaction
}

/** Computes the state of a balance transaction when it is read, because it depends on the clock. */
export function presentBalanceTransaction(box: Box, transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...transaction, status: transaction.available_on <= seconds(box) ? 'available' : 'pending' }
}

/** Available balance in cents; negative after refunds of money that was paid out. */
export function availableCents(box: Box, currency: string): number {
  const now = seconds(box)
  return box.store
    .all('balanceTransaction')
    .reduce((sum, one) => (one.currency === currency && one.available_on <= now ? sum + one.net : sum), 0)
}

export function readBalance(box: Box): Stripe.Balance {
  const transactions = box.store.all('balanceTransaction')
  const currencies = [...new Set(['eur', ...transactions.map((one) => one.currency)])]
  const now = seconds(box)
  const sum = (currency: string, isAvailable: boolean) => {
    const amount = transactions
      .filter((one) => one.currency === currency && one.available_on <= now === isAvailable)
      .reduce((total, one) => total + one.net, 0)
    return { amount, currency, source_types: { card: amount } }
  }
  return {
    object: 'balance',
    available: currencies.map((currency) => sum(currency, true)),
    livemode: false,
    pending: currencies.map((currency) => sum(currency, false)),
  }
}

export const balanceOperations = [
  operation<Stripe.BalanceRetrieveParams>('Balance.retrieve', [], ({ box }) => readBalance(box)),
  operation<Stripe.BalanceTransactionRetrieveParams>('BalanceTransactions.retrieve', [], ({ box, pathId }) => {
    const transaction = box.store.get('balanceTransaction', pathId)
    if (!transaction) throw missingObject('balance transaction', pathId)
    return presentBalanceTransaction(box, transaction)
  }),
  operation<Stripe.BalanceTransactionListParams>(
    'BalanceTransactions.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'currency', 'source', 'type'],
    ({ box, params }) => {
      const page = listPage({
        items: box.store.all('balanceTransaction'),
        params,
        noun: 'balance transaction',
        url: '/v1/balance_transactions',
        keep: (one) =>
          (!params.currency || one.currency === params.currency) &&
          (!params.source || one.source === params.source) &&
          (!params.type || one.type === params.type),
      })
      return { ...page, data: page.data.map((one) => presentBalanceTransaction(box, one)) }
    },
  ),
]
