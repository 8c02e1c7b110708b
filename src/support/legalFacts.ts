import { lifetimes } from '#src/accounts/rules.ts'
import { freeCancellationHours } from '#src/bookings/customerCancelRules.ts'
import { bookingLinkDays } from '#src/bookings/links/rules.ts'
import { bookingLimits, checkoutMinutes, orderButtons, payableAfterDays } from '#src/bookings/rules.ts'
import { waitingKept } from '#src/bookings/waiting/rules.ts'
import { withdrawalExemptCategories } from '#src/bookings/withdrawalRules.ts'
import { keptYears } from '#src/companies/closing/rules.ts'
import { attachmentLimits } from '#src/files/rules.ts'
import { formatEuroShort, formatRate } from '#src/kit/money.ts'
import type { OrderLabel, PayoutWeekday } from '#src/kit/settingWords.ts'
import type { LegalFacts, OperatorFacts } from '#src/legal/rules.ts'
import { mailingLimits } from '#src/mailings/rules.ts'
import { keptMonths } from '#src/messages/rules.ts'
import { eventsKeptDays } from '#src/payments/rules.ts'
import { bankLimits } from '#src/payouts/bank/texts.ts'
import { payoutDay, planKeys, plans } from '#src/plans/rules.ts'
import { vatNote } from '#src/plans/signupRules.ts'
import { reviewLimits } from '#src/reviews/rules.ts'
import { keptYears as declarationYears } from '#src/withdrawals/rules.ts'
import { contactLimits } from './contactRules.ts'
import { reportLimits } from './reportRules.ts'

type Given = {
  brandName: string
  publicUrl: string
  operator: OperatorFacts
  vatBasisPoints: number
  orderLabel: OrderLabel
  payoutWeekday: PayoutWeekday
  firstPayoutHoldDays: number
}

/** Collects all figures of the legal texts from the slices that define them; the layering allows this slice to import all of them. */
export const legalFactsOf = ({
  brandName,
  publicUrl,
  operator,
  vatBasisPoints,
  orderLabel,
  payoutWeekday,
  ...given
}: Given): LegalFacts => ({
  brandName,
  publicUrl,
  operator,
  vatNote: vatNote(vatBasisPoints),
  plans: planKeys.map((key) => planFacts(key, payoutWeekday)),
  orderButton: orderButtons[orderLabel],
  checkoutMinutes,
  amount: { from: formatEuroShort(bookingLimits.amountCents.min), to: formatEuroShort(bookingLimits.amountCents.max) },
  bookingLinkDays,
  freeCancellationHours,
  withdrawalExempt: withdrawalExemptCategories,
  payableAfterDays,
  bankChangeHours: bankLimits.safetyHours,
  firstPayoutHoldDays: given.firstPayoutHoldDays,
  unboundFileHours: attachmentLimits.unboundHours,
  unpaidFileDays: attachmentLimits.unpaidDays,
  requestFileDays: attachmentLimits.requestDays,
  unbookedMonths: keptMonths.unbooked,
  bookedMonths: keptMonths.booked,
  waitingDays: waitingKept.endedDays,
  unconfirmedWaitingDays: waitingKept.unconfirmedDays,
  ...accountFacts,
  mailingDays: mailingLimits.keptDays,
  paymentEventDays: eventsKeptDays,
  archiveYears: keptYears,
  ...keptPeriods,
})

function planFacts(key: keyof typeof plans, weekday: PayoutWeekday) {
  const { name, priceCents, commissionBasisPoints, payout } = plans[key]
  return {
    name,
    price: formatEuroShort(priceCents),
    commission: formatRate(commissionBasisPoints),
    payoutDay: payoutDay(payout, weekday),
  }
}

/** Retention periods of reviews' authors, declarations, messages and reports. */
const keptPeriods = {
  reviewAuthorDays: reviewLimits.authorDays,
  unconfirmedReviewDays: reviewLimits.linkDays,
  declarationYears,
  messageDays: contactLimits.keptDays,
  reportDays: reportLimits.keptDays,
}

const { confirmHours, sessionDays, sessionIdleDays, knownDeviceDays } = lifetimes
/** Unconfirmed accounts are deleted after as many days as a session lasts (accounts, `sweepAccounts`). */
const accountFacts = { confirmHours, sessionDays, sessionIdleDays, knownDeviceDays, unconfirmedDays: sessionDays }
