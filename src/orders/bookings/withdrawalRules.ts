import { addDays, berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { workingDayFrom } from '#src/platform/kit/holidays.ts'
import { agreedTitleOf, type Category, serviceTitleOf } from '#src/supply/companies/rules.ts'

/** Withdrawal period in days (§ 355 Abs. 2 BGB). */
export const withdrawalDays = 14
/** Days within which the money is refunded after a withdrawal (§ 357 Abs. 1 BGB). */
export const withdrawalRefundDays = 14

/**
 * Last day on which a contract may be withdrawn from, until 24:00 in Berlin: day 14 after the day of contract (§§ 187, 188 BGB), moved to
 * the next working day (§ 193 BGB). A holiday of any state moves it: in doubt for the consumer.
 */
export const withdrawalDeadline = (contractDay: string) => workingDayFrom(addDays(contractDay, withdrawalDays))

/** Day of contract: it is concluded when the payment arrives. */
export const contractDayOf = (paidAt: Date) => berlinDay(paidAt)

/** True if a declaration that arrives at `at` is in time. */
export const isInWithdrawalPeriod = (paidAt: Date, at: Date) => berlinDay(at) <= withdrawalDeadline(contractDayOf(paidAt))

/**
 * Categories without a right of withdrawal from services on a fixed date: delivery of food and drink, transport of goods (§ 312g Abs. 2 Nr.
 * 9 BGB).
 */
export const withdrawalExemptCategories: readonly Category[] = ['Catering', 'Transport']

export const isWithdrawalExempt = (category: Category) => withdrawalExemptCategories.includes(category)

/**
 * True if the booked title is exempt. The booking decides, not the company's category of today. Bookings from before November 2026 have the
 * title of the profile.
 */
export const isExemptTitle = (serviceTitle: string) => exemptTitles.includes(serviceTitle)
const exemptTitles: readonly string[] = withdrawalExemptCategories.flatMap((one) => [agreedTitleOf(one), serviceTitleOf(one)])

/** Kinds of customer: only consumers have a right of withdrawal (§§ 13, 312 Abs. 1 BGB). */
export const customerKinds = ['consumer', 'business'] as const
export type CustomerKind = (typeof customerKinds)[number]
export const customerKindNames: Record<CustomerKind, string> = { consumer: 'Verbraucher', business: 'Unternehmen' }

/**
 * Texts by which a consumer requests a service that begins within the period (§ 356 Abs. 4, § 357a Abs. 2 BGB). The booking stores the
 * version: a changed text is a new version, and earlier ones stay in `earlyStartTexts`.
 */
export const earlyStartTexts: Record<string, string> = {
  '2026-11-21':
    'Ich verlange ausdrücklich, dass der Anbieter schon vor Ablauf der Widerrufsfrist mit der Dienstleistung beginnt. Mir ist bekannt: Widerrufe ich danach, zahle ich den Teil, der bis dahin erbracht ist. Ist die Dienstleistung vollständig erbracht, erlischt mein Widerrufsrecht.',
}
export const earlyStartVersion = '2026-11-21'
export const isEarlyStartVersion = (version: string) => Object.hasOwn(earlyStartTexts, version)
export const earlyStartConsent = { version: earlyStartVersion, text: earlyStartTexts[earlyStartVersion] ?? '' }

/** True if a booking made today needs the consent: by a consumer, not exempt, its date within the period. */
export const needsEarlyStart = (booking: { kind: CustomerKind; category: Category; date: string }, today: string) =>
  booking.kind === 'consumer' && !isWithdrawalExempt(booking.category) && booking.date <= withdrawalDeadline(today)

/** First day for which a booking made today needs no consent. */
export const firstDayAfterPeriod = (today: string) => addDays(withdrawalDeadline(today), 1)

/** Error texts for a missing consent, naming the first day that needs none. */
export const earlyStartMissing = (today: string) => earlyStartOffered(firstDayAfterPeriod(today))
export const earlyStartOffered = (firstDay: string) =>
  `Bitte bestätigen Sie, dass die Leistung vor Ablauf der Widerrufsfrist beginnen soll, oder wählen Sie einen Termin ab dem ${formatDate(firstDay)}.`
