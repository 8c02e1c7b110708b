/** What the product asks of a PSP about subscriptions. Money in whole cents, moments as Date. Keeper: stripeSubscriptions.ts. */
export type Subscriptions = {
  /**
   * The PSP's customer for a company: the one it has under this address already, else a new one. Two calls at the same moment
   * give the same one; a changed address or name may give another.
   */
  ensureCustomer(details: { companyId: string; email: string; name: string; idempotencyKey: string }): Promise<{ id: string }>
  /** The truth about a subscription, read from the PSP; undefined when it does not know the id. */
  findSubscription(id: string): Promise<SubscriptionState | undefined>
  /** All of a customer's subscriptions, ended ones too, newest first. */
  listSubscriptions(customerId: string): Promise<SubscriptionState[]>
  /**
   * Moves a subscription to another plan; one that has it already stays as it is. 'now' charges the difference for the rest of the period
   * at once and throws PaymentsDeclined, with nothing changed, when the card is refused, and PaymentsConfirmationNeeded when the bank wants
   * the payment confirmed: the plan then changes by itself once it is, within a day. 'fromNextPeriod' charges nothing: what was paid
   * counts until the period ends, so it is also the way back to the plan already paid. A refusal is kept under its key: a new attempt
   * needs a new `idempotencyKey`.
   */
  changeSubscriptionPlan(details: {
    subscriptionId: string
    plan: PlanPrice
    charge: 'now' | 'fromNextPeriod'
    idempotencyKey: string
  }): Promise<SubscriptionState>
  /**
   * Cancels a subscription to the end of its period, or takes back any cancellation that has not come yet, also one by date (the PSP's own
   * portal sets those); throws PaymentsRefused once it has ended.
   */
  setCancelAtPeriodEnd(details: { subscriptionId: string; cancel: boolean; idempotencyKey: string }): Promise<SubscriptionState>
  /** Ends a subscription now, without giving money back; one that has ended stays as it is. */
  endSubscription(details: { subscriptionId: string; idempotencyKey: string }): Promise<SubscriptionState>
  findInvoice(id: string): Promise<InvoiceState | undefined>
  /** A subscription's invoices that were issued, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<InvoiceState[]>
  /** Fingerprints of the cards that a customer keeps at the PSP. */
  listCardFingerprints(customerId: string): Promise<string[]>
  /** A page of the PSP where a customer changes the card, pays open invoices and sees old ones. */
  openBillingPortal(details: { customerId: string; returnUrl: string }): Promise<{ url: string }>
}

/** A plan as it is sold; plan and price together find the PSP's price, so a new price leaves older subscriptions alone. */
export type PlanPrice = { key: string; name: string; priceCents: number }

export type SubscriptionState = {
  id: string
  customerId: string
  /** The company, as we told the PSP. */
  companyId: string | null
  status: 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceled'
  /** The plan that the next invoice will charge. */
  renewsAs: string | null
  /** The plan of the newest invoice that was paid: what the company may use. */
  paidPlan: string | null
  currentPeriodEnd: Date
  /** Whether it is cancelled: to the end of its period, or to the moment `cancelAt`. */
  cancelAtPeriodEnd: boolean
  /** The moment it will end; null if it is not cancelled. */
  cancelAt: Date | null
  startedAt: Date
  endedAt: Date | null
  latestInvoiceId: string | null
}

export type InvoiceState = {
  id: string
  subscriptionId: string | null
  customerId: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  amountDueCents: number
  amountPaidCents: number
  currency: string
  paidAt: Date | null
  /** What the invoice is for: the period of its latest charge. */
  periodStart: Date
  periodEnd: Date
  attemptCount: number
  nextAttemptAt: Date | null
  number: string | null
  hostedUrl: string | null
  pdfUrl: string | null
}
