import { lifetimes } from '#src/foundation/accounts/rules.ts'
import { attachmentLimits } from '#src/foundation/files/rules.ts'
import type { LegalFacts, OperatorFacts } from '#src/foundation/legal/rules.ts'
import { methodsChoice } from '#src/money/payments/methods.ts'
import { eventRetentionDays } from '#src/money/payments/rules.ts'
import { bankLimits } from '#src/money/payouts/bank/texts.ts'
import { payoutDay, planKeys, plans } from '#src/money/plans/rules.ts'
import { vatNote } from '#src/money/plans/signupRules.ts'
import { freeCancellationHours } from '#src/orders/bookings/customerCancelRules.ts'
import { bookingLinkDays } from '#src/orders/bookings/links/rules.ts'
import { bookingLimits, checkoutMinutes, orderButtons, payableAfterDays } from '#src/orders/bookings/rules.ts'
import { withdrawalExemptCategories } from '#src/orders/bookings/withdrawalRules.ts'
import { retentionMonths } from '#src/orders/messages/rules.ts'
import { reviewLimits } from '#src/orders/reviews/rules.ts'
import { waitingRetention } from '#src/orders/waiting/rules.ts'
import { retentionYears as declarationYears } from '#src/orders/withdrawals/rules.ts'
import { formatEuroShort, formatRate } from '#src/platform/kit/money.ts'
import type { OrderLabel, PaymentMethod, PayoutWeekday } from '#src/platform/kit/settingOptions.ts'
import { alertRetention } from '#src/site/demand/rules.ts'
import { mailingLimits } from '#src/site/mailings/rules.ts'
import { retentionYears } from '#src/supply/companies/closing/rules.ts'
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
  methods: readonly PaymentMethod[]
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
  methods: methodsChoice(given.methods),
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
  unbookedMonths: retentionMonths.unbooked,
  bookedMonths: retentionMonths.booked,
  waitingDays: waitingRetention.endedDays,
  unconfirmedWaitingDays: waitingRetention.unconfirmedDays,
  alertDays: alertRetention,
  ...accountFacts,
  mailingDays: mailingLimits.retentionDays,
  paymentEventDays: eventRetentionDays,
  archiveYears: retentionYears,
  ...retentionPeriods,
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
const retentionPeriods = {
  reviewAuthorDays: reviewLimits.authorDays,
  unconfirmedReviewDays: reviewLimits.linkDays,
  declarationYears,
  messageDays: contactLimits.retentionDays,
  reportDays: reportLimits.retentionDays,
}

const { confirmHours, sessionDays, sessionIdleDays, knownDeviceDays } = lifetimes
/** Unconfirmed accounts are deleted after as many days as a session lasts (accounts, `sweepAccounts`). */
const accountFacts = { confirmHours, sessionDays, sessionIdleDays, knownDeviceDays, unconfirmedDays: sessionDays }
