import { z } from 'zod'
import { withdrawalFields } from '#src/orders/bookings/order/fields.ts'
import { bookingRequest } from '#src/orders/bookings/order/rules.ts'
import { bookingLimits } from '#src/orders/bookings/rules.ts'
import { customerKinds } from '#src/orders/bookings/withdrawalRules.ts'
import { berlinInstant, isBerlinTime, isCalendarDay } from '#src/platform/kit/dates.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { isFormWith } from '#src/platform/kit/problems.ts'
import { isPayable } from '#src/supply/services/deposits.ts'
import { depositLimits } from '#src/supply/services/rules.ts'
import { depositForParts, hasDepositForParts, serviceInput } from '#src/supply/services/schemas.ts'
import { quoteKey, quoteLimits, quoteTexts } from './rules.ts'

const slotDay = z.string().refine(isCalendarDay, quoteTexts.slot)
const slotTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, quoteTexts.slot)
/** Start on a Berlin clock. */
const slot = z.object({ date: slotDay, time: slotTime }).refine(({ date, time }) => isBerlinTime(date, time), quoteTexts.slot)
export const momentOf = ({ date, time }: z.infer<typeof slot>) => berlinInstant(date, time)

type Terms = { amount: number; depositPercent: number | null; restParts: number }
const isPayableOffer = ({ amount, ...terms }: Terms) => isPayable({ priceKind: 'fixed', ...terms }, centsOfEuros(amount) ?? 0)

/** A binding offer (docs/spec.md#quotes); the amount is the total in euros, taxes included. */
export const quoteForm = z
  .object({
    companyId: z.uuid(),
    quoteId: z.uuid(),
    title: z
      .string({ error: quoteTexts.title })
      .trim()
      .min(quoteLimits.title.min, quoteTexts.title)
      .max(quoteLimits.title.max, quoteTexts.title),
    text: z.string({ error: quoteTexts.text }).trim().min(1, quoteTexts.text).max(quoteLimits.text, quoteTexts.text),
    amount: z.number({ error: quoteTexts.amount }).refine((euros) => {
      const cents = centsOfEuros(euros)
      return cents !== undefined && cents >= bookingLimits.amountCents.min && cents <= depositLimits.jobCents
    }, quoteTexts.amount),
    minutes: z
      .int({ error: quoteTexts.minutes })
      .min(quoteLimits.minutes.min, quoteTexts.minutes)
      .max(quoteLimits.minutes.max, quoteTexts.minutes),
    slots: z.array(slot).min(1, quoteTexts.slots).max(quoteLimits.slots, quoteTexts.slots),
    validDays: z
      .int({ error: quoteTexts.validDays })
      .min(quoteLimits.validDays.min, quoteTexts.validDays)
      .max(quoteLimits.validDays.max, quoteTexts.validDays),
    /** Deposit and payments of the rest, as of a service (docs/spec.md#instalments). */
    depositPercent: serviceInput.shape.depositPercent,
    restParts: serviceInput.shape.restParts,
  })
  .refine(hasDepositForParts, depositForParts)
  .refine((offered) => offered.depositPercent !== null || isPayableOffer(offered), {
    error: quoteTexts.amount,
    path: ['amount'],
    when: isFormWith('amount', 'depositPercent', 'restParts'),
  })
  .refine((offered) => offered.depositPercent === null || isPayableOffer(offered), {
    error: quoteTexts.payment,
    path: ['restParts'],
    when: isFormWith('amount', 'depositPercent', 'restParts'),
  })
export type OfferForm = z.infer<typeof quoteForm>

/** Acceptance of a quote: one of its times, and the booking data that the request lacks. The price is the quote's. */
export const acceptance = z.object({
  token: quoteKey.shape.token,
  quoteId: z.uuid(),
  date: slotDay,
  time: slotTime,
  location: bookingRequest.shape.location,
  customerPhone: bookingRequest.shape.customerPhone,
  ...withdrawalFields,
  // Defaults to a consumer, who has to consent to an early start.
  customerKind: z.enum(customerKinds).default('consumer'),
})
export type Acceptance = z.infer<typeof acceptance>
