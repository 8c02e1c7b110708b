import type Stripe from 'stripe'
import { operation } from './operations.ts'

/** The platform's own account, with its identifier as a creditor of SEPA debits. */
export const platformAccountOperations = [
  operation<Stripe.AccountRetrieveCurrentParams>('Accounts.retrieveCurrent', [], () => platformAccount),
]

const platformAccount: Stripe.Account = {
  id: 'acct_platform',
  object: 'account',
  business_profile: null,
  business_type: 'company',
  capabilities: { sepa_debit_payments: 'active' },
  charges_enabled: true,
  country: 'DE',
  default_currency: 'eur',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  settings: {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: { statement_descriptor_prefix: null, statement_descriptor_prefix_kana: null, statement_descriptor_prefix_kanji: null },
    dashboard: { display_name: null, timezone: 'Europe/Berlin' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    sepa_debit_payments: { creditor_id: 'DE98ZZZ09999999999' },
  },
  type: 'standard',
}
