import { createHash } from 'node:crypto'
import type Stripe from 'stripe'

const defaultIban = 'DE89370400440532013000'

/**
 * Bank account of a connected account, as Stripe shows it: the fingerprint depends on the IBAN alone. Without an IBAN the known one is
 * kept.
 */
export function paidInto(account: Stripe.Account, iban: string | undefined): Pick<Stripe.Account, 'external_accounts'> {
  if (!iban && account.external_accounts?.data[0]) return { external_accounts: account.external_accounts }
  const plain = (iban ?? defaultIban).replaceAll(/\s/g, '').toUpperCase()
  const fingerprint = fingerprintOf(plain)
  const bank: Stripe.BankAccount = {
    id: `ba_${fingerprint}`,
    object: 'bank_account',
    account: account.id,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'TESTBANK',
    country: plain.slice(0, 2),
    currency: 'eur',
    default_for_currency: true,
    fingerprint,
    last4: plain.slice(-4),
    metadata: {},
    routing_number: plain.slice(4, 12),
    status: 'new',
  }
  const url = `/v1/accounts/${account.id}/external_accounts`
  return { external_accounts: { object: 'list', data: [bank], has_more: false, url } }
}

/** Stripe's fingerprint of a bank account; without an IBAN that of the sandbox's default. */
export const fingerprintOf = (iban = defaultIban) => createHash('sha256').update(iban).digest('hex').slice(0, 16)
