/** The 11 public categories, everywhere (decisions 1, "categories"). */
export const categories = [
  'Reinigung',
  'Handwerk',
  'IT-Services',
  'Beratung',
  'Transport',
  'Catering',
  'Sicherheit',
  'Wartung',
  'Marketing',
  'Garten',
  'Sonstiges',
] as const
export type Category = (typeof categories)[number]

/** Reads a category as typed by a person or sent by a client; undefined when it is none of the 11. */
export const parseCategory = (text: string | null | undefined) => categories.find((one) => one === text)

export const subscriptionStatuses = ['incomplete', 'active', 'past_due', 'unpaid', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Statuses in which a company is shown and may be booked (decisions 1, "listed publicly"). */
export const listedStatuses = ['active', 'past_due'] as const satisfies readonly SubscriptionStatus[]

/** Whether the premium badge is shown (decisions 1, "premium"): by flag or plan, and only while the subscription lives. */
export const isPremium = (company: { premium: boolean; plan: string; subscriptionStatus: SubscriptionStatus }) =>
  (company.premium || company.plan.toLowerCase() === 'premium') && listedStatuses.some((status) => status === company.subscriptionStatus)
