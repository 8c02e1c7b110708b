/** Port to a PSP for the accounts to which companies are paid out. Adapter: stripePayoutAccounts.ts. */
export type PayoutAccounts = {
  /**
   * Creates an account for a company, to be completed on the PSP's own pages. For a day, repeating the call with the same `idempotencyKey`
   * and the same details returns the same account. The PSP cannot find it by our id, so an account may be lost; a lost one moves no money.
   */
  createPayoutAccount(details: { companyId: string; email: string; name: string; idempotencyKey: string }): Promise<PayoutAccount>
  /**
   * URL of a PSP page where the company completes its account: usable once and for some minutes, so a new one is made for every visit.
   * Leads back to `returnUrl`, completed or not, and to `refreshUrl` if the URL was used or has expired.
   */
  openPayoutAccountLink(details: { accountId: string; refreshUrl: string; returnUrl: string }): Promise<{ url: string }>
  /** URL of a PSP page where the company manages its completed account, including its bank account; usable once and for some minutes. */
  openPayoutDashboardLink(details: { accountId: string }): Promise<{ url: string }>
  /** Current state of an account at the PSP; undefined if it does not exist or was disconnected from the platform. */
  findPayoutAccount(id: string): Promise<PayoutAccount | undefined>
}

export type PayoutAccount = {
  id: string
  /** Company, from the data sent to the PSP. */
  companyId: string | null
  /** The company went through the PSP's pages; the PSP may still require more. */
  detailsSubmitted: boolean
  /** Transfers are accepted and reach the company's bank. */
  canBePaid: boolean
  /** Bank account to which the PSP pays the account's balance. */
  bankAccount: { fingerprint: string; label: string } | null
  /** Details that the PSP requires now, by its own names, and the time after which it stops payouts without them. */
  openRequirements: string[]
  requirementsDueAt: Date | null
}
