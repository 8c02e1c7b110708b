import type Stripe from 'stripe'
import { moveAccountMoney } from './accountBalances.ts'
import { availableCents, bookBalance } from './balance.ts'
import { emitEvent } from './events.ts'
import { newId } from './ids.ts'
import { listPage } from './listing.ts'
import { readMetadata } from './metadata.ts'
import { type Box, type Call, operation, seconds } from './operations.ts'
import { invalidRequest, missingObject } from './problems.ts'

/** Money from the platform's balance to a connected account. */
export const transferOperations = [
  operation<Stripe.TransferCreateParams>(
    'Transfers.create',
    ['amount', 'currency', 'destination', 'description', 'metadata', 'transfer_group', 'source_type'],
    createTransfer,
  ),
  operation<Stripe.TransferRetrieveParams>('Transfers.retrieve', [], ({ box, pathId }) => findTransfer(box, pathId)),
  operation<Stripe.TransferListParams>(
    'Transfers.list',
    ['limit', 'starting_after', 'ending_before', 'created', 'destination', 'transfer_group'],
    ({ box, params }) =>
      listPage({
        items: box.store.all('transfer'),
        params,
        noun: 'transfer',
        url: '/v1/transfers',
        keep: (transfer) =>
          (!params.destination || transfer.destination === params.destination) &&
          (!params.transfer_group || transfer.transfer_group === params.transfer_group),
      }),
  ),
]

export function findTransfer(box: Box, id: string): Stripe.Transfer {
  const transfer = box.store.get('transfer', id)
  if (!transfer) throw missingObject('transfer', id)
  return transfer
}

export function refuseWrongCents(amount: number) {
  if (!Number.isInteger(amount)) throw invalidRequest(`Invalid integer: ${amount}`, { code: 'parameter_invalid_integer', param: 'amount' })
  if (amount < 1) throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
}

function createTransfer({ box, params, request }: Call<Stripe.TransferCreateParams>): Stripe.Transfer {
  if (params.amount === undefined) throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
  refuseWrongCents(params.amount)
  refuseUnableDestination(box, params.destination)
  refuseUncovered(box, params.amount, params.currency)
  const transfer = buildTransfer(box, params, params.amount)
  box.store.put('transfer', transfer.id, transfer)
  moveAccountMoney(box, { account: params.destination, cents: transfer.amount, kind: 'transfer', source: transfer.id })
  emitEvent(box, { type: 'transfer.created', object: transfer, request })
  return transfer
}

function refuseUnableDestination(box: Box, destination: string) {
  const account = box.store.get('account', destination)
  if (!account) throw missingObject('destination', destination, 'destination')
  if (account.capabilities?.transfers === 'active') return
  throw invalidRequest(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer' },
  )
}

/** Pending money is not available. */
export function refuseUncovered(box: Box, amount: number, currency: string) {
  if (amount <= availableCents(box, currency)) return
  const message =
    'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance'
  throw invalidRequest(message, { code: 'balance_insufficient' })
}

function buildTransfer(box: Box, params: Stripe.TransferCreateParams, amount: number): Stripe.Transfer {
  const id = newId('tr_')
  const description = params.description ?? null
  const { currency } = params
  const booked = bookBalance(box, { amount: -amount, fee: 0, currency, type: 'transfer', source: id, description, isAvailable: true })
  return {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: booked.id,
    created: seconds(box),
    currency,
    description,
    destination: params.destination,
    destination_payment: newId('py_'),
    livemode: false,
    metadata: readMetadata(params.metadata),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: params.transfer_group ?? null,
  }
}
