import { z } from 'zod'
import { problemsOf } from '#src/kit/problems.ts'
import type { Wire } from '#src/kit/wire.ts'
import { type PlanKey, planKeys, plans } from './rules.ts'
import { signupTexts, subscriptionReturnTexts } from './signupRules.ts'

/** The states of a company's subscription (docs/spec.md#subscriptions); 'incomplete' is a company whose subscription never started. */
export const subscriptionStatuses = ['incomplete', 'active', 'past_due', 'unpaid', 'canceled'] as const

export const planProblems = problemsOf('plans', {
  alreadySubscribed: [409, 'Für diese Firma besteht schon ein Abonnement.'],
  granted: [409, 'Für diese Firma gilt ein kostenfreies Abonnement.'],
  suspended: [409, 'Diese Firma ist derzeit gesperrt. Bitte wenden Sie sich an den Support.'],
  invoiceOpen: [409, 'Eine Rechnung ist noch offen. Bitte begleichen Sie zuerst die offene Rechnung.'],
  checkoutFailed: [503, signupTexts.checkoutFailed],
  stillRunning: [409, 'Die Zahlung wird gerade vorbereitet. Bitte versuchen Sie es in einigen Sekunden noch einmal.'],
  checkoutUnknown: [404, subscriptionReturnTexts.verifyFailed],
  verifyUnavailable: [503, subscriptionReturnTexts.verifyFailed],
  noSubscription: [409, 'Für diese Firma besteht kein laufendes Abonnement.'],
  isCancelled: [409, 'Das Abonnement ist gekündigt. Bitte nehmen Sie zuerst die Kündigung zurück.'],
  declined: [409, 'Ihre Karte wurde abgelehnt. Bitte hinterlegen Sie eine andere Karte und versuchen Sie es noch einmal.'],
  unavailable: [503, 'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal.'],
})

/**
 * How long a checkout may wait: stored in the row before the PSP is called, so that a retry sends the same moment (docs/spec.md#checkout).
 */
export const checkoutMinutes = 35
/** The PSP wants half an hour of a checkout; a call that was cut off is repeated only while so much is left. */
export const resumableMinutes = 31

/** Open checkouts are looked up at the PSP this often, so that a lost first payment is found within a minute. */
export const checkoutSeconds = 20
/** Subscriptions that owe money or whose period is over are looked up this often, every other one once a day. */
export const subscriptionSeconds = 300
export const dailyHours = 24

/** Uses an hour: registrations per person and client address, calls to the PSP per company. */
export const subscriptionRates = {
  registrationsPerPerson: { max: 20, windowSeconds: 3_600 },
  registrationsPerIp: { max: 40, windowSeconds: 3_600 },
  checkoutsPerCompany: { max: 20, windowSeconds: 3_600 },
  changesPerCompany: { max: 20, windowSeconds: 3_600 },
} as const

/** A company's subscription as a read of the PSP found it. */
export type SubscriptionFacts = {
  companyId: string
  pspId: string
  customerId: string
  status: 'active' | 'past_due' | 'unpaid' | 'canceled'
  /** The plan of the newest invoice that was paid, and the one the next will charge. */
  paidPlan: PlanKey | null
  renewsAs: PlanKey | null
  currentPeriodEnd: Date
  cancelAtPeriodEnd: boolean
  cancelAt: Date | null
  /** How often it was cancelled to the end of its period. */
  cancellations: number
  pastDueSince: Date | null
  startedAt: Date
  endedAt: Date | null
  latestInvoiceId: string | null
  look: number
  checkedAt: Date
}

/** Whether a company under a subscription in this state is shown and bookable (docs/spec.md#listed). */
export const isLive = (status: string) => status === 'active' || status === 'past_due'

/**
 * How a change of plan is charged: a dearer plan than the one paid at once, with the difference for the rest of the period; any other
 * from the next period on, because what was paid counts until then.
 */
export const chargeOf = ({ paid, wanted }: { paid: PlanKey | null; wanted: PlanKey }) =>
  plans[wanted].priceCents > (paid ? plans[paid].priceCents : 0) ? ('now' as const) : ('fromNextPeriod' as const)

/** What a plan is sold as. */
export const offerOf = (plan: PlanKey) => ({ key: plan, name: plans[plan].name, priceCents: plans[plan].priceCents })

/** What the plan card shows; the commission in percent. */
export const subscriptionCard = z.object({
  plan: z.enum(planKeys),
  premium: z.boolean(),
  status: z.enum(subscriptionStatuses),
  kind: z.enum(['granted', 'paid']),
  priceCents: z.number(),
  commission: z.number(),
  /** The plan of the next period; null when there is no next one or nothing is paid. */
  renewsAs: z.enum(planKeys).nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** Until when a cancelled one runs: mostly the end of its period. */
  cancelAt: z.date().nullable(),
  currentPeriodEnd: z.date().nullable(),
  pastDueSince: z.date().nullable(),
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      status: z.enum(['open', 'paid', 'uncollectible', 'void']),
      amountCents: z.number(),
      periodStart: z.date(),
      periodEnd: z.date(),
      paidAt: z.date().nullable(),
      /** The PSP's page to pay it, or its paper; null where the invoice is ours. */
      url: z.string().nullable(),
      /** Our own invoice about it stands under 'Belege'. */
      isInvoiced: z.boolean(),
    }),
  ),
})
export type SubscriptionCard = Wire<z.infer<typeof subscriptionCard>>
/** As many invoices as the card shows: two years of them. */
export const shownInvoices = 24
