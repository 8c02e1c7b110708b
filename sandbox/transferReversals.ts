import type Stripe from 'stripe'
import { accountCents, moveAccountMoney } from './accountBalances.ts'
import { bookBalance } from './balance.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, type Call, operation, type RequestFacts, seconds } from './operations.ts'
import { invalidRequest } from './problems.ts'
import { findTransfer, refuseWrongCents } from './transfers.ts'

const shownInTransfer = 10

/** Money back from a connected account to the platform's balance. */
export const transferReversalOperations = [
  operation<Stripe.TransferCreateReversalParams>('Transfers.createReversal', ['amount', 'description', 'metadata'], createReversal),
  operation<Stripe.TransferListReversalsParams>(
    'Transfers.listReversals',
    ['limit', 'starting_after', 'ending_before'],
    ({ box, params, pathId }) =>
      listPage({
        items: reversalsOf(box, findTransfer(box, pathId).id),
        params,
        noun: 'transfer reversal',
        url: `/v1/transfers/${pathId}/reversals`,
        keep: () => true,
      }),
  ),
]

function reversalsOf(box: Box, transfer: string): Stripe.TransferReversal[] {
  return box.store.all('transferReversal').filter((one) => one.transfer === transfer)
}

function createReversal({ box, params, pathId, request }: Call<Stripe.TransferCreateReversalParams>): Stripe.TransferReversal {
  const transfer = findTransfer(box, pathId)
  const left = transfer.amount - transfer.amount_reversed
  if (left === 0) throw invalidRequest(`Transfer ${transfer.id} is already fully reversed.`)
  const amount = params.amount ?? left
  refuseWrongCents(amount)
  if (amount > left) {
    const message = `Reversal amount (${euros(amount)}) is greater than unreversed amount on transfer (${euros(left)})`
    throw invalidRequest(message, { param: 'amount' })
  }
  const held = accountCents(box, idOf(transfer.destination))
  if (amount > held) {
    const message = `The connected account holds ${euros(held)}, which does not cover a reversal of ${euros(amount)}.`
    throw invalidRequest(message, { code: 'balance_insufficient' })
  }
  return reverse(box, { transfer, amount, metadata: readMetadata(params.metadata), request })
}

/**
 * Verb `returnTransfer` of the control interface: the account's bank returned the money, and Stripe transfers everything left back to the
 * platform.
 */
export function returnTransfer(box: Box, id: string): Stripe.TransferReversal {
  return box.store.transact(() => {
    const transfer = findTransfer(box, id)
    const amount = transfer.amount - transfer.amount_reversed
    if (amount === 0) throw invalidRequest(`Transfer ${transfer.id} is already fully reversed.`)
    const account = idOf(transfer.destination)
    const missing = amount - accountCents(box, account)
    if (missing > 0) moveAccountMoney(box, { account, cents: missing, kind: 'return', source: transfer.id })
    return reverse(box, { transfer, amount, metadata: {} })
  })
}

function reverse(
  box: Box,
  input: { transfer: Stripe.Transfer; amount: number; metadata: Stripe.Metadata; request?: RequestFacts },
): Stripe.TransferReversal {
  const { transfer, amount, metadata, request } = input
  const { currency } = transfer
  const id = newId('trr_')
  const description = `REFUND FOR TRANSFER (${transfer.id})`
  const booked = bookBalance(box, {
    amount,
    fee: 0,
    currency,
    type: 'transfer_refund',
    reportingCategory: 'transfer_reversal',
    source: id,
    description,
    isAvailable: true,
  })
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: booked.id,
    created: seconds(box),
    currency,
    destination_payment_refund: newId('pyr_'),
    metadata,
    source_refund: null,
    transfer: transfer.id,
  }
  box.store.put('transferReversal', id, reversal)
  moveAccountMoney(box, { account: idOf(transfer.destination), cents: -amount, kind: 'reversal', source: id })
  const after = withReversals(box, { ...transfer, amount_reversed: transfer.amount_reversed + amount })
  box.store.put('transfer', transfer.id, after)
  const previous = { amount_reversed: transfer.amount_reversed, reversed: transfer.reversed }
  emitEvent(box, { type: 'transfer.reversed', object: after, previous, request })
  return reversal
}

function withReversals(box: Box, transfer: Stripe.Transfer): Stripe.Transfer {
  const newestFirst = reversalsOf(box, transfer.id).reverse()
  const shown = { data: newestFirst.slice(0, shownInTransfer), has_more: newestFirst.length > shownInTransfer }
  return { ...transfer, reversed: transfer.amount_reversed === transfer.amount, reversals: { ...transfer.reversals, ...shown } }
}

const idOf = (reference: string | { id: string } | null): string => (typeof reference === 'string' ? reference : (reference?.id ?? ''))

const euros = (cents: number) => `€${(cents / 100).toFixed(2)}`
