import { methodsOfOrder } from '#src/money/payments/methods.ts'
import type { BookingDraft } from '#src/orders/bookings/draftRules.ts'
import { berlinInstant, isCalendarDay } from '#src/platform/kit/dates.ts'
import type { MethodSettings } from '#src/platform/kit/settingOptions.ts'

type Ordered = { methods: MethodSettings; isRequest: boolean; now: Date }

/** Methods of payment that the payment page of this order will offer. */
export function methodsOfDraft(
  { date, time, customerKind }: Pick<BookingDraft, 'date' | 'time' | 'customerKind'>,
  { methods, isRequest, now }: Ordered,
) {
  const startsAt = isCalendarDay(date) && time ? berlinInstant(date, time) : undefined
  return methodsOfOrder(methods, {
    kind: isRequest ? 'held' : 'direct',
    isBusiness: customerKind === 'business',
    daysAhead: startsAt && (startsAt.getTime() - now.getTime()) / 86_400_000,
  })
}
