import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PayoutAccount, PayoutAccounts } from './payoutAccounts.ts'
import { type Asking, promptOptions } from './stripeCalls.ts'

/** Adapter for Stripe's connected accounts: Stripe's light dashboard, Stripe collects the details, the platform bears fees and losses. */
export function stripePayoutAccounts({ ask, find }: Asking): PayoutAccounts {
  return {
    createPayoutAccount: ({ idempotencyKey, ...details }) =>
      ask(async (stripe) => {
        // Name and address may change before the first response arrives. The digest gives other details another key, because Stripe refuses
        // them under the same one.
        const digest = createHash('sha256').update(JSON.stringify(details)).digest('hex').slice(0, 16)
        return readAccount(await stripe.accounts.create(paramsOf(details), { idempotencyKey: `${idempotencyKey}:${digest}` }))
      }),
    openPayoutAccountLink: ({ accountId, refreshUrl, returnUrl }) =>
      ask(async (stripe) => {
        const { url } = await stripe.accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          refresh_url: refreshUrl,
          return_url: returnUrl,
        })
        return { url }
      }),
    openPayoutDashboardLink: ({ accountId }) =>
      ask(async (stripe) => {
        const { url } = await stripe.accounts.createLoginLink(accountId)
        return { url }
      }),
    findPayoutAccount: (id) =>
      find(async (stripe, errors) => {
        // Stripe gives the same answer for an account that does not exist and for one that was disconnected.
        const account = await stripe.accounts.retrieve(id, undefined, promptOptions).catch((error: unknown) => {
          if (error instanceof errors.StripePermissionError && error.code === 'account_invalid') return undefined
          throw error
        })
        return account && readAccount(account)
      }),
  }
}

const paramsOf = (details: { companyId: string; email: string; name: string }): Stripe.AccountCreateParams => ({
  controller: {
    fees: { payer: 'application' },
    losses: { payments: 'application' },
    requirement_collection: 'stripe',
    stripe_dashboard: { type: 'express' },
  },
  country: 'DE',
  email: details.email,
  business_profile: { name: details.name },
  capabilities: { transfers: { requested: true } },
  metadata: { company_id: details.companyId },
})

const readAccount = (account: Stripe.Account): PayoutAccount => ({
  id: account.id,
  companyId: account.metadata?.company_id ?? null,
  detailsSubmitted: account.details_submitted,
  canBePaid: account.capabilities?.transfers === 'active' && account.payouts_enabled,
  bankAccount: readBankAccount(account),
  openRequirements: account.requirements?.currently_due ?? [],
  requirementsDueAt: account.requirements?.current_deadline ? new Date(account.requirements.current_deadline * 1_000) : null,
})

/** Stripe pays the balance to the currency's default account; a bank account always has the same fingerprint. */
function readBankAccount({ external_accounts }: Stripe.Account): PayoutAccount['bankAccount'] {
  const known = external_accounts?.data ?? []
  const chosen = known.find((one) => one.default_for_currency && one.currency === 'eur') ?? known[0]
  if (!chosen) return null
  const bank = chosen.object === 'bank_account' ? (chosen.bank_name ?? 'Bankkonto') : 'Karte'
  return { fingerprint: chosen.fingerprint ?? chosen.id, label: `${bank}, ${chosen.country ?? ''} •••• ${chosen.last4}` }
}
