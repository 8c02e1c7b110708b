import type Stripe from 'stripe'
import { type MethodApproval, type MethodApprovals, type PaymentMethod, paymentMethods } from '#src/platform/kit/settingOptions.ts'
import type { Asking } from './stripeCalls.ts'
import { promptOptions } from './stripeCalls.ts'

/** Stripe's name of each method. Apple Pay and Google Pay come with the card. */
const types = {
  paypal: 'paypal',
  klarna: 'klarna',
  billie: 'billie',
  card: 'card',
  link: 'link',
  sepaDebit: 'sepa_debit',
  // In preview: the SDK does not list it, and accepts it.
  wero: 'wero',
} as const satisfies Record<PaymentMethod, string>

export const methodTypes = (methods: readonly PaymentMethod[]) => methods.map((method) => types[method])

export const knownMethod = (type: string | undefined): PaymentMethod | null =>
  paymentMethods.find((method) => types[method] === type) ?? null

/** Reads the account's default configuration of payment methods, which applies to payment pages without one of their own. */
export const stripeMethods = ({ ask }: Asking) => ({
  readMethodApprovals: () =>
    ask(async (stripe) => {
      const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 }, promptOptions)
      const configuration = data.find((one) => one.is_default && one.application === null)
      return configuration ? readApprovals(configuration) : {}
    }),
})

/**
 * A method is available if it is switched on and approved; switched on and unavailable, it waits for its approval. Stripe omits methods that
 * the account can never use.
 */
function readApprovals(configuration: Stripe.PaymentMethodConfiguration): MethodApprovals {
  const entries = new Map<string, unknown>(Object.entries(configuration))
  const approvals: Partial<Record<PaymentMethod, MethodApproval>> = {}
  for (const method of paymentMethods) {
    const entry = entries.get(types[method])
    if (isEntry(entry)) approvals[method] = entry.available ? 'active' : entry.display_preference.value === 'on' ? 'pending' : 'inactive'
  }
  return approvals
}

type Entry = { available: boolean; display_preference: { value: string } }
const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === 'object' && entry !== null && 'available' in entry && 'display_preference' in entry
