import { factsOfMethod } from '#src/money/payments/methods.ts'

/** Rules of SEPA debits of subscriptions (docs/spec.md#subscription-debits). Days count from the notice, the refusal or the return. */
export const debitDays = {
  /** A renewal's debit is announced this many days before; the mandate allows two. */
  noticeAhead: 5,
  /** Days from the notice of a first debit, or of an upgrade's, to the debit itself at the earliest. */
  leastNotice: 2,
  /** Days to pay an invoice again whose debit came back; as long as the PSP retries a refused card. */
  grace: 14,
} as const

export const dayMs = 86_400_000
/** Interval at which renewals are looked up that must be announced. */
export const noticeSeconds = 3_600

/** Time until which an invoice must be paid again whose payment came back. */
export const graceEnd = (returnedAt: Date) => new Date(returnedAt.getTime() + debitDays.grace * dayMs)

const weeks = factsOfMethod('sepaDebit').returnableDays / 7

/** Text where a provider chooses to be debited. The page of the PSP shows the mandate itself. */
export const mandateText = (creditor: string) =>
  `Wenn Sie mit SEPA-Lastschrift zahlen, erteilen Sie ${creditor} auf der Seite des Zahlungsdienstes ein SEPA-Mandat. Jede Abbuchung kündigen wir mindestens ${debitDays.leastNotice} Tage vorher per E-Mail an. Innerhalb von ${weeks} Wochen ab der Abbuchung können Sie die Erstattung des Betrags von Ihrer Bank verlangen.`

/** Text while a debit is under way. */
export const underWayTexts = {
  title: 'Zahlung unterwegs',
  text: `Ihr Plan gilt schon. Die Abbuchung von Ihrem Konto dauert einige Tage, höchstens ${factsOfMethod('sepaDebit').settlesWithinDays}.`,
} as const
