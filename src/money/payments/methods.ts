import {
  type MethodSettings,
  type MethodsByKind,
  type PaymentKind,
  type PaymentMethod,
  paymentMethods,
} from '#src/platform/kit/settingOptions.ts'

type MethodFacts = {
  /** Names in texts: a card brings the wallets that contain it. */
  names: readonly string[]
  /** Kinds of payments that the method can serve. */
  kinds: readonly PaymentKind[]
  /**
   * Days for which an authorization is valid at least, if the PSP states no end; 0 if the method cannot authorize. Source: Stripe's pages
   * 'Place a hold on a payment method' and 'Accept a payment' of each method, read on 2026-11-28.
   */
  holdDays: number
  /** Days after which a payment has arrived or failed at the latest; 0: the PSP answers at once. */
  settlesWithinDays: number
  /** Days in which the payer's bank returns the money without a reason: until then the share is not paid out. */
  returnableDays: number
  isForBusinesses?: true
  /** Path of a refund, and the cause if it could not be credited. */
  refund: string
  refundReturned: string
}

const atOnce = { settlesWithinDays: 0, returnableDays: 0 } as const
const closedAccount = 'Meist ist das Konto geschlossen oder gesperrt.'

/** Properties of each method of payment; offers, holds, payout dates and texts derive from them (docs/spec.md#payment-methods). */
export const methodFacts: Readonly<Record<PaymentMethod, MethodFacts>> = {
  paypal: {
    ...atOnce,
    names: ['PayPal'],
    kinds: ['direct', 'held'],
    // Ten days, if PayPal settles to the balance at Stripe (docs/operations.md). Stripe tries to extend them to 20, which may fail.
    holdDays: 10,
    refund: 'Der Betrag geht auf Ihr PayPal-Konto zurück. Das dauert bis zu fünf Werktage.',
    refundReturned: closedAccount,
  },
  klarna: {
    ...atOnce,
    names: ['Klarna'],
    kinds: ['direct', 'held'],
    // Captured by midnight UTC of the 28th calendar day after the authorization: between 27 and 28 days.
    holdDays: 27,
    refund: 'Der Betrag geht an Klarna zurück: Klarna kürzt Ihre Rechnung oder zahlt Ihnen das Geld aus. Das dauert einige Werktage.',
    refundReturned: closedAccount,
  },
  billie: {
    ...atOnce,
    names: ['Billie'],
    kinds: ['direct', 'held'],
    // Stripe cancels an authorization that is not captured within seven days.
    holdDays: 7,
    isForBusinesses: true,
    refund: 'Der Betrag geht an Billie zurück: Billie kürzt Ihre Rechnung oder zahlt Ihnen das Geld aus. Das dauert einige Werktage.',
    refundReturned: closedAccount,
  },
  card: {
    ...atOnce,
    names: ['Karte', 'Apple Pay', 'Google Pay'],
    kinds: ['direct', 'held', 'subscription'],
    holdDays: 4,
    refund: 'Der Betrag geht auf die Karte zurück, mit der Sie bezahlt haben. Das dauert je nach Bank einige Werktage.',
    refundReturned: 'Meist ist die Karte abgelaufen oder gesperrt.',
  },
  link: {
    ...atOnce,
    names: ['Link'],
    kinds: ['direct', 'held'],
    holdDays: 4,
    refund: 'Der Betrag geht auf das Zahlungsmittel zurück, das Sie bei Link gewählt haben. Das dauert je nach Bank einige Werktage.',
    refundReturned: closedAccount,
  },
  sepaDebit: {
    names: ['SEPA-Lastschrift'],
    kinds: ['direct', 'subscription'],
    holdDays: 0,
    settlesWithinDays: 14,
    // § 675x BGB: eight weeks without a reason. A debit without a mandate may come back for 13 months, as a dispute.
    returnableDays: 56,
    refund: 'Der Betrag geht auf das Konto zurück, von dem er abgebucht wurde. Das dauert je nach Bank einige Werktage.',
    refundReturned: closedAccount,
  },
  wero: {
    ...atOnce,
    names: ['Wero'],
    kinds: ['direct'],
    holdDays: 0,
    refund: 'Der Betrag geht auf das Konto zurück, von dem Sie bezahlt haben. Das dauert je nach Bank einige Werktage.',
    refundReturned: closedAccount,
  },
}

export const paymentMethodOf = (name: string | null) => paymentMethods.find((method) => method === name)

/** Facts of the method of a payment; of a card for payments from before methods were recorded. */
export const factsOfMethod = (name: string | null) => methodFacts[paymentMethodOf(name) ?? 'card']

/** Methods that can serve a kind of payment. */
export const methodsFor = (kind: PaymentKind) => paymentMethods.filter((method) => methodFacts[method].kinds.includes(kind))

/**
 * Methods that are offered: chosen by the operator, possible for the kind of payment, and approved by the PSP. Falls back to cards
 * if no method qualifies.
 */
export function offeredMethods({ paymentMethods: chosen, methodApprovals }: MethodSettings): MethodsByKind {
  const offered = (kind: PaymentKind) => {
    const methods = methodsFor(kind).filter((method) => chosen[kind].includes(method) && methodApprovals[method] === 'active')
    return methods.length === 0 ? (['card'] as const) : methods
  }
  return { direct: offered('direct'), held: offered('held'), subscription: offered('subscription') }
}

/** `daysAhead`: days until the appointment; undefined if the money must be there at once. */
type Order = { kind: PaymentKind; isBusiness: boolean; daysAhead: number | undefined }

/** Methods that are offered for one order: an invoice for businesses only to them, a slow method only if it settles before the appointment. */
export function methodsOfOrder(settings: MethodSettings, { kind, isBusiness, daysAhead }: Order): readonly PaymentMethod[] {
  const methods = offeredMethods(settings)[kind].filter((method) => {
    const { isForBusinesses, settlesWithinDays } = methodFacts[method]
    if (isForBusinesses && !isBusiness) return false
    return settlesWithinDays === 0 || (daysAhead !== undefined && settlesWithinDays < daysAhead)
  })
  return methods.length === 0 ? ['card'] : methods
}

/** End of an authorization: as the PSP states, otherwise the bound of its method, counted from its beginning. */
export const heldUntil = (method: PaymentMethod | null, { since, until }: { since: Date; until: Date | null }) =>
  until ?? new Date(since.getTime() + methodFacts[method ?? 'card'].holdDays * 86_400_000)

/** Time until which the payer's bank returns a payment without a reason; null if it does not. */
export function returnableUntil(method: PaymentMethod | null, paidAt: Date) {
  const { returnableDays } = factsOfMethod(method)
  return returnableDays === 0 ? null : new Date(paidAt.getTime() + returnableDays * 86_400_000)
}

const namesOf = (methods: readonly PaymentMethod[]) => methods.flatMap((method) => methodFacts[method].names)

/** Formats methods as a list: 'PayPal, Klarna, Karte, Apple Pay, Google Pay'. */
export const methodsList = (methods: readonly PaymentMethod[]) => namesOf(methods).join(', ')

const alternatives = new Intl.ListFormat('de-DE', { type: 'disjunction' })
/** Formats methods as a choice: 'PayPal, Klarna, Karte, Apple Pay oder Google Pay'. */
export const methodsChoice = (methods: readonly PaymentMethod[]) => alternatives.format(namesOf(methods))
