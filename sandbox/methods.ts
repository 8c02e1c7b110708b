import type Stripe from 'stripe'
import type { Card } from './cards.ts'
import { type Box, operation } from './operations.ts'
import { changeSettings, readSettings } from './settings.ts'
import type { MethodState } from './tables.ts'

/** Methods besides cards: wallets and invoices that answer at once, and direct debit, whose money arrives or fails days later. */
export const otherMethods = ['paypal', 'klarna', 'billie', 'link', 'sepa_debit'] as const
export type OtherMethod = (typeof otherMethods)[number]
export type Means = { type: 'card'; card: Card } | { type: OtherMethod }
export const cardMeans = (card: Card): Means => ({ type: 'card', card })

type MethodRule = {
  name: string
  /** Text of the provider's page above its buttons. */
  says: string
  /** Days for which the provider holds an authorization; undefined: it cannot. */
  holdDays?: number
  /** The authorization ends with the midnight (UTC) at the end of these days, before their full time is over. */
  endsAtMidnight?: true
  isDelayed?: true
}

/** Stripe's documentation states the days; only for cards does a charge state the end of its authorization. */
export const methodRules: Readonly<Record<OtherMethod, MethodRule>> = {
  paypal: { name: 'PayPal', says: 'Sie zahlen mit Ihrem PayPal-Konto.', holdDays: 10 },
  klarna: { name: 'Klarna', says: 'Sie zahlen später auf Rechnung.', holdDays: 28, endsAtMidnight: true },
  billie: { name: 'Billie', says: 'Ihre Firma zahlt in 30 Tagen auf Rechnung.', holdDays: 7 },
  link: { name: 'Link', says: 'Sie zahlen mit der Karte, die bei Link gespeichert ist.', holdDays: 7 },
  sepa_debit: {
    name: 'SEPA-Lastschrift',
    says: 'Sie erteilen ein SEPA-Mandat. Der Betrag wird in einigen Tagen von Ihrem Konto abgebucht.',
    isDelayed: true,
  },
}

export const otherMethodOf = (name: string | null | undefined) => otherMethods.find((one) => one === name)

type CreateParams = Stripe.Checkout.SessionCreateParams

/**
 * Methods that a session offers: the given ones are a filter on those for which the account is approved and which fit the payment
 * (manual capture, a subscription).
 */
export function offeredTypes(box: Box, { allowed_payment_method_types: allowed, mode, payment_intent_data: data }: CreateParams): string[] {
  const fits = (method: OtherMethod) =>
    mode === 'subscription' ? method === 'sepa_debit' : data?.capture_method !== 'manual' || methodRules[method].holdDays !== undefined
  const eligible = ['card', ...otherMethods.filter(fits)].filter((type) => statesOf(box)[type] === 'active')
  return allowed ? eligible.filter((type) => allowed.some((one) => one === type)) : eligible
}

/** State of each method in the account's settings: all active unless a test changed one. */
const statesOf = (box: Box): Record<string, MethodState> => ({
  ...Object.fromEntries(['card', ...otherMethods].map((type) => [type, 'active' as const])),
  ...readSettings(box.store).methods,
})

/** Verb `methods` of the control interface: Stripe's approval of methods for the account. */
export function changeMethods(box: Box, changes: Record<string, MethodState>) {
  changeSettings(box.store, { methods: { ...readSettings(box.store).methods, ...changes } })
  return statesOf(box)
}

export const methodOperations = [
  operation<Stripe.PaymentMethodConfigurationListParams>('PaymentMethodConfigurations.list', ['limit'], ({ box }) => ({
    object: 'list',
    data: [configurationOf(box)],
    has_more: false,
    url: '/v1/payment_method_configurations',
  })),
]

/** The account's only configuration. A method is available if it is switched on and approved. */
function configurationOf(box: Box): Stripe.PaymentMethodConfiguration {
  const entryOf = (state: MethodState) => ({
    available: state === 'active',
    display_preference: { overridable: null, preference: state === 'inactive' ? 'off' : 'on', value: state === 'inactive' ? 'off' : 'on' },
  })
  return {
    ...Object.fromEntries(Object.entries(statesOf(box)).map(([type, state]) => [type, entryOf(state)])),
    ...{ id: 'pmc_sandbox', object: 'payment_method_configuration', active: true, application: null, is_default: true },
    ...{ livemode: false, name: 'Default', parent: null },
  }
}

/** Each method's part of a charge's details. Only cards state how long an authorization is valid. */
const details: Readonly<Record<OtherMethod, Omit<Stripe.Charge.PaymentMethodDetails, 'type'>>> = {
  paypal: {
    paypal: {
      country: 'DE',
      payer_email: null,
      payer_id: 'SANDBOXPAYER1',
      payer_name: null,
      seller_protection: null,
      transaction_id: null,
    },
  },
  klarna: { klarna: { payer_details: null, payment_method_category: 'pay_later', preferred_locale: 'de-DE' } },
  billie: { billie: { transaction_id: null } },
  link: { link: { country: 'DE' } },
  sepa_debit: {
    sepa_debit: {
      bank_code: '37040044',
      branch_code: null,
      country: 'DE',
      fingerprint: 'sandboxSepaAccount',
      last4: '3000',
      mandate: null,
    },
  },
}
export const otherDetails = (type: OtherMethod): Stripe.Charge.PaymentMethodDetails => ({ type, ...details[type] })
