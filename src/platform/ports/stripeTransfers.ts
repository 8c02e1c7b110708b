import type Stripe from 'stripe'
import { type Asking, dateOf, idOf, promptOptions } from './stripeCalls.ts'
import type { TransferReversalState, TransferState, Transfers } from './transfers.ts'

/** Adapter for Stripe's transfers. A payout's transfer is found by its group, because Stripe cannot search metadata. */
export function stripeTransfers({ ask, find }: Asking): Transfers {
  const read = async (stripe: Stripe, transfer: Stripe.Transfer) => readTransfer(transfer, await reversalsOf(stripe, transfer))
  return {
    startTransfer: ({ payoutId, accountId, amountCents, idempotencyKey }) =>
      ask(async (stripe) => {
        const params: Stripe.TransferCreateParams = {
          amount: amountCents,
          currency: 'eur',
          destination: accountId,
          transfer_group: payoutId,
          metadata: { payout_id: payoutId },
        }
        return read(stripe, await stripe.transfers.create(params, { idempotencyKey }))
      }),
    findTransfer: ({ payoutId }) =>
      ask(async (stripe) => {
        for await (const transfer of stripe.transfers.list({ transfer_group: payoutId, limit: 100 }, promptOptions)) {
          if (transfer.metadata.payout_id === payoutId) return read(stripe, transfer)
        }
        return undefined
      }),
    findTransferById: (id) => find(async (stripe) => read(stripe, await stripe.transfers.retrieve(id, undefined, promptOptions))),
    reverseTransfer: ({ transferId, reversalId, amountCents, idempotencyKey }) =>
      ask(async (stripe) => {
        const params = { amount: amountCents, metadata: { reversal_id: reversalId } }
        return readReversal(await stripe.transfers.createReversal(transferId, params, { idempotencyKey }))
      }),
    findReversal: ({ transferId, reversalId }) =>
      ask(async (stripe) => {
        for await (const reversal of stripe.transfers.listReversals(transferId, { limit: 100 }, promptOptions)) {
          if (reversal.metadata?.reversal_id === reversalId) return readReversal(reversal)
        }
        return undefined
      }),
  }
}

/** All reversals of a transfer, which itself contains only the newest ones. */
async function reversalsOf(stripe: Stripe, { id, reversals }: Stripe.Transfer): Promise<Stripe.TransferReversal[]> {
  if (!reversals.has_more) return reversals.data
  const all: Stripe.TransferReversal[] = []
  for await (const reversal of stripe.transfers.listReversals(id, { limit: 100 }, promptOptions)) all.push(reversal)
  return all
}

const readTransfer = (transfer: Stripe.Transfer, reversals: Stripe.TransferReversal[]): TransferState => ({
  id: transfer.id,
  payoutId: transfer.metadata.payout_id ?? null,
  accountId: idOf(transfer.destination),
  amountCents: transfer.amount,
  reversedCents: transfer.amount_reversed,
  reversals: reversals.map(readReversal),
  createdAt: dateOf(transfer.created),
})

const readReversal = (reversal: Stripe.TransferReversal): TransferReversalState => ({
  id: reversal.id,
  transferId: idOf(reversal.transfer) ?? '',
  reversalId: reversal.metadata?.reversal_id ?? null,
  amountCents: reversal.amount,
  createdAt: dateOf(reversal.created),
})
