import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { PaymentMethod } from '#src/platform/kit/settingOptions.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { type PlanKey, planKeys, plans } from './rules.ts'
import { signupTexts, subscriptionReturnTexts } from './signupRules.ts'

/** States of a company's subscription (docs/spec.md#subscriptions); 'incomplete': the first payment was never made. */
export const subscriptionStatuses = ['incomplete', 'active', 'past_due', 'unpaid', 'canceled'] as const

export const planProblems = problemsOf('plans', {
  alreadySubscribed: [409, 'Für diese Firma besteht schon ein Abonnement.'],
  granted: [409, 'Für diese Firma gilt ein kostenfreies Abonnement.'],
  suspended: [409, 'Diese Firma ist derzeit gesperrt. Bitte wenden Sie sich an den Support.'],
  invoiceOpen: [409, 'Eine Rechnung ist noch offen. Bitte begleichen Sie zuerst die offene Rechnung.'],
  returnOpen: [
    409,
    'Eine zurückgebuchte Zahlung ist noch offen. Bitte bezahlen Sie zuerst diese Rechnung, danach können Sie wieder abonnieren.',
  ],
  checkoutFailed: [503, signupTexts.checkoutFailed],
  stillRunning: [409, 'Die Zahlung wird gerade vorbereitet. Bitte versuchen Sie es in einigen Sekunden noch einmal.'],
  checkoutUnknown: [404, subscriptionReturnTexts.verifyFailed],
  verifyUnavailable: [503, subscriptionReturnTexts.verifyFailed],
  noSubscription: [409, 'Für diese Firma besteht kein laufendes Abonnement.'],
  firstUnderWay: [409, 'Ihre erste Zahlung ist noch unterwegs. Sobald sie angekommen ist, können Sie den Plan wechseln.'],
  isCancelled: [409, 'Das Abonnement ist gekündigt. Bitte nehmen Sie zuerst die Kündigung zurück.'],
  declined: [409, 'Ihre Karte wurde abgelehnt. Bitte hinterlegen Sie eine andere Karte und versuchen Sie es noch einmal.'],
  unavailable: [503, 'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal.'],
})

/**
 * Lifetime of a checkout in minutes. Its end is stored before the PSP is called, so that a retry sends the same time
 * (docs/spec.md#checkout).
 */
export const checkoutMinutes = 35
/** The PSP requires checkouts to live at least 30 minutes; an interrupted call is repeated only while this many minutes remain. */
export const resumableMinutes = 31

/** Interval in seconds at which open checkouts are read from the PSP, so that a missed first payment is found within a minute. */
export const checkoutSeconds = 20
/** Interval in seconds for subscriptions that owe money or whose period ended; all others are read once a day. */
export const subscriptionSeconds = 300
export const dailyHours = 24

/** Limits per hour: registrations per person and client address, PSP calls per company. */
export const subscriptionRates = {
  registrationsPerPerson: { max: 20, windowSeconds: 3_600 },
  registrationsPerIp: { max: 40, windowSeconds: 3_600 },
  checkoutsPerCompany: { max: 20, windowSeconds: 3_600 },
  changesPerCompany: { max: 20, windowSeconds: 3_600 },
} as const

/** A company's subscription as read from the PSP. */
export type SubscriptionFacts = {
  companyId: string
  pspId: string
  customerId: string
  status: 'active' | 'past_due' | 'unpaid' | 'canceled'
  /** `paidPlan`: plan of the newest paid invoice; `renewsAs`: plan that the next invoice charges. */
  paidPlan: PlanKey | null
  renewsAs: PlanKey | null
  currentPeriodEnd: Date
  cancelAtPeriodEnd: boolean
  cancelAt: Date | null
  /** Number of cancellations to the end of the period. */
  cancellations: number
  pastDueSince: Date | null
  startedAt: Date
  endedAt: Date | null
  latestInvoiceId: string | null
  /** Method of the next charge. */
  method: PaymentMethod | null
  look: number
  checkedAt: Date
}

/**
 * Time at which a change of plan is charged. An upgrade of the paid plan charges the difference for the rest of the period at once; any
 * other change applies from the next period, because the paid plan holds until then.
 */
export const chargeOf = ({ paid, wanted }: { paid: PlanKey | null; wanted: PlanKey }) =>
  plans[wanted].priceCents > (paid ? plans[paid].priceCents : 0) ? ('now' as const) : ('fromNextPeriod' as const)

/** Product data of a plan for the PSP. */
export const offerOf = (plan: PlanKey) => ({ key: plan, name: plans[plan].name, priceCents: plans[plan].priceCents })

/** Data of the plan card; commission in percent. */
export const subscriptionCard = z.object({
  plan: z.enum(planKeys),
  premium: z.boolean(),
  status: z.enum(subscriptionStatuses),
  kind: z.enum(['granted', 'paid']),
  priceCents: z.number(),
  commission: z.number(),
  /** Plan of the next period; null if there is none or nothing is paid. */
  renewsAs: z.enum(planKeys).nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** End of a cancelled subscription, usually the end of its period. */
  cancelAt: z.date().nullable(),
  currentPeriodEnd: z.date().nullable(),
  pastDueSince: z.date().nullable(),
  /** Returned payment that must be paid before the company can subscribe again. `url`: the PSP's page to pay it, null until it is billed. */
  openReturn: z.object({ amountCents: z.number(), url: z.string().nullable(), isUnderWay: z.boolean() }).nullable(),
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      status: z.enum(['open', 'paid', 'uncollectible', 'void']),
      amountCents: z.number(),
      periodStart: z.date(),
      periodEnd: z.date(),
      paidAt: z.date().nullable(),
      /** PSP's page to pay the invoice, or its PDF; null if the operator issues the invoice. */
      url: z.string().nullable(),
      /** Its debit is under way: it can't be paid in another way. */
      isUnderWay: z.boolean(),
      /** Its payment came back. */
      isReturned: z.boolean(),
      /** The operator's invoice for it is listed under 'Belege'. */
      isInvoiced: z.boolean(),
    }),
  ),
})
export type SubscriptionCard = Wire<z.infer<typeof subscriptionCard>>
/** Number of invoices on the card: two years. */
export const maxInvoices = 24
