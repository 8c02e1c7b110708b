import type { PaymentMethod } from '#src/platform/kit/settingOptions.ts'

/** Port to a PSP for subscriptions. Money in whole cents, times as Date. Adapter: stripeSubscriptions.ts. */
export type Subscriptions = {
  /**
   * Customer of a company at the PSP: an existing one with this address, else a new one. Parallel calls return the same one; a changed
   * address or name may return another.
   */
  ensureCustomer(details: { companyId: string; email: string; name: string; idempotencyKey: string }): Promise<{ id: string }>
  /** Current state of a subscription; undefined if the id is unknown at the PSP. */
  findSubscription(id: string): Promise<SubscriptionState | undefined>
  /** All subscriptions of a customer, even ended ones, newest first. */
  listSubscriptions(customerId: string): Promise<SubscriptionState[]>
  /**
   * Changes the plan of a subscription; no-op if it has the plan already. 'now' charges the difference for the rest of the period at once.
   * It throws PaymentsDeclined, with nothing changed, if the card is declined, and PaymentsConfirmationNeeded if the bank requires a
   * confirmation: the plan then changes by itself once confirmed, within a day. 'fromNextPeriod' charges nothing: the paid plan is valid
   * until the period ends, so it is also the way back to the plan already paid. A refusal is stored under its key: a new attempt needs a
   * new `idempotencyKey`.
   */
  changeSubscriptionPlan(details: {
    subscriptionId: string
    plan: PlanPrice
    charge: 'now' | 'fromNextPeriod'
    idempotencyKey: string
  }): Promise<SubscriptionState>
  /**
   * Cancels a subscription to the end of its period, or revokes any cancellation that has not taken effect, even one by date (set by the
   * PSP's own portal). Throws PaymentsRefused once it has ended.
   */
  setCancelAtPeriodEnd(details: { subscriptionId: string; cancel: boolean; idempotencyKey: string }): Promise<SubscriptionState>
  /** Ends a subscription now, without a refund; no-op if it has ended. */
  endSubscription(details: { subscriptionId: string; idempotencyKey: string }): Promise<SubscriptionState>
  findInvoice(id: string): Promise<InvoiceState | undefined>
  /** Issued invoices of a subscription, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<InvoiceState[]>
  /** Fingerprints of the cards that a customer has stored at the PSP. */
  listCardFingerprints(customerId: string): Promise<string[]>
  /** Mandate of a subscription's latest debit; undefined if none of its payments was debited from a bank account. */
  findMandate(subscriptionId: string): Promise<Mandate | undefined>
  /**
   * Bills an invoice again whose payment came back, by one that its recipient pays on the PSP's page. Repeated calls make one invoice. The
   * periods and the status of the subscription stay as they are.
   */
  billReturnedPayment(details: {
    subscriptionId: string
    customerId: string
    invoiceId: string
    amountCents: number
    dueDays: number
    description: string
    period: { start: Date; end: Date }
  }): Promise<void>
  /** URL of a PSP page where a customer changes the card, pays open invoices and sees old ones. */
  openBillingPortal(details: { customerId: string; returnUrl: string }): Promise<{ url: string }>
}

/** Plan as it is sold; plan and price together identify the PSP's price, so a new price leaves older subscriptions unchanged. */
export type PlanPrice = { key: string; name: string; priceCents: number }

/** Permission to debit a bank account. `creditorId`: the creditor's identifier, if it has its own; `last4`: last digits of the IBAN. */
export type Mandate = { reference: string; creditorId: string | null; last4: string | null }

export type SubscriptionState = {
  id: string
  customerId: string
  /** Company, from the data sent to the PSP. */
  companyId: string | null
  status: 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled'
  /** Plan that the next invoice will charge. */
  renewsAs: string | null
  /** Plan of the newest invoice that is paid or whose debit is under way: the one that the company may use. */
  paidPlan: string | null
  /** Method of the next charge; null if the PSP did not state it, or if the marketplace does not offer it. */
  method: PaymentMethod | null
  /** Amount of the next invoice. */
  renewalCents: number
  currentPeriodEnd: Date
  /** True if it is cancelled: to the end of its period, or to `cancelAt`. */
  cancelAtPeriodEnd: boolean
  /** Time at which it will end; null if it is not cancelled. */
  cancelAt: Date | null
  startedAt: Date
  endedAt: Date | null
  latestInvoiceId: string | null
}

export type InvoiceState = {
  id: string
  subscriptionId: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  /** The debit of an open invoice is under way. */
  isUnderWay: boolean
  /** Invoice whose payment came back and that this one bills again. */
  replacesId: string | null
  amountDueCents: number
  amountPaidCents: number
  paidAt: Date | null
  /** Period of the invoice: that of its latest charge. */
  periodStart: Date
  periodEnd: Date
  number: string | null
  hostedUrl: string | null
  pdfUrl: string | null
}
