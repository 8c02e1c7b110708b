/** What the product asks of a PSP about the accounts that companies are paid out to. Keeper: stripePayoutAccounts.ts. */
export type PayoutAccounts = {
  /**
   * Opens an account for a company, to be completed on the PSP's own pages. For a day, repeating the call with the same `idempotencyKey`
   * and the same details gives the same account. The PSP cannot find it by our id, so an account may be lost; a lost one moves no money.
   */
  createPayoutAccount(details: { companyId: string; email: string; name: string; idempotencyKey: string }): Promise<PayoutAccount>
  /**
   * A page of the PSP where the company completes its account: good once and for some minutes, so made anew for every visit. Leads
   * back to `returnUrl` whether all was completed or not, and to `refreshUrl` when the page was used or is too old.
   */
  openPayoutAccountLink(details: { accountId: string; refreshUrl: string; returnUrl: string }): Promise<{ url: string }>
  /** A page of the PSP where the company manages its completed account, its bank account included; good once and for some minutes. */
  openPayoutDashboardLink(details: { accountId: string }): Promise<{ url: string }>
  /** The truth about an account, read from the PSP; undefined when there is none, or it is no longer ours. */
  findPayoutAccount(id: string): Promise<PayoutAccount | undefined>
}

export type PayoutAccount = {
  id: string
  /** The company, as we told the PSP. */
  companyId: string | null
  /** The company went through the PSP's pages; the PSP may still ask for more. */
  detailsSubmitted: boolean
  /** Transfers are accepted and reach the company's bank. */
  canBePaid: boolean
  /** The bank account that the PSP pays the account's balance to. */
  bankAccount: { fingerprint: string; label: string } | null
  /** Details that the PSP wants now, by its own names, and the moment after which it stops payouts without them. */
  openRequirements: string[]
  requirementsDueAt: Date | null
}
