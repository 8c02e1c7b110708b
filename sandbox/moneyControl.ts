import { accountCents, payOutAccount } from './accountBalances.ts'
import { findAccount, setAccountState } from './accounts.ts'
import { bookBalance } from './balance.ts'
import { readControl } from './controlRequests.ts'
import { decideDispute, escalateDispute, openDispute } from './disputes.ts'
import type { Box } from './operations.ts'
import { failPayout, payOutPlatform, scheduleBankPayouts } from './payouts.ts'
import { missingObject } from './problems.ts'
import { failRefund } from './refunds.ts'
import { returnTransfer } from './transferReversals.ts'

/** Decisions of Stripe and the banks about money that was already paid. */
export function moneyVerbs(box: Box): Record<string, (input: Record<string, unknown>) => unknown> {
  return {
    account: (input) => setAccountState(box, readControl.account(input)),
    accountBalance: (input) => {
      const { id } = findAccount(box, readControl.id(input, 'account'))
      return { account: id, cents: accountCents(box, id) }
    },
    payOutAccount: (input) => payOutAccount(box, findAccount(box, readControl.id(input, 'account')).id),
    returnTransfer: (input) => returnTransfer(box, readControl.id(input, 'transfer')),
    moveBalance: (input) => moveBalance(box, readControl.movement(input)),
    failRefund: (input) => failRefund(box, readControl.refund(input)),
    dispute: (input) => {
      const { charge, paymentIntent, invoice, ...wanted } = readControl.dispute(input)
      return openDispute(box, { ...wanted, charge: charge ?? chargeOf(box, paymentIntent ?? intentOf(box, invoice)) })
    },
    escalateDispute: (input) => escalateDispute(box, readControl.id(input, 'dispute')),
    closeDispute: (input) => decideDispute(box, readControl.closeDispute(input)),
    bankPayout: (input) => payOutPlatform(box, readControl.bankPayout(input)),
    failBankPayout: (input) => failPayout(box, readControl.id(input, 'payout')),
    bankPayouts: (input) => scheduleBankPayouts(box, readControl.bankPayouts(input)),
  }
}

function intentOf(box: Box, invoice = '') {
  const intent = box.store.get('invoicePayment', invoice)?.payment.payment_intent
  return typeof intent === 'string' ? intent : undefined
}

function chargeOf(box: Box, paymentIntent = ''): string {
  const charge = box.store.get('paymentIntent', paymentIntent)?.latest_charge
  if (typeof charge !== 'string') throw missingObject('charge', paymentIntent)
  return charge
}

/** Movements without an object of the API: money from the platform's bank, corrections by Stripe, held money. */
function moveBalance(box: Box, { kind, amount }: { kind: 'topup' | 'adjustment' | 'reserve' | 'contribution'; amount: number }) {
  const types = {
    topup: { type: 'topup', reportingCategory: 'topup' },
    adjustment: { type: 'adjustment', reportingCategory: 'other_adjustment' },
    contribution: { type: 'contribution', reportingCategory: 'contribution' },
    reserve: { type: 'reserve_transaction', reportingCategory: 'risk_reserved_funds' },
  } as const
  return box.store.transact(() =>
    bookBalance(box, { ...types[kind], amount, fee: 0, currency: 'eur', source: null, description: null, isAvailable: true }),
  )
}
