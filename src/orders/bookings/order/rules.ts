import { z } from 'zod'
import { berlinDay, berlinInstant, isBerlinTime, isCalendarDay } from '#src/platform/kit/dates.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { isPhone } from '#src/platform/kit/text.ts'
import { isEmail, writtenDay, writtenEmail, writtenPhone, writtenTime } from '#src/platform/kit/typed.ts'
import { bookingLimits, bookingTexts, lastBookableDay } from '../rules.ts'
import { purchaseFields, withdrawalFields } from './fields.ts'

const text = (message: string) => z.string({ error: message }).trim()

const phone = z
  .string({ error: bookingTexts.phone })
  .overwrite(writtenPhone)
  .max(60, bookingTexts.phone)
  .refine((typed) => typed === '' || isPhone(typed), bookingTexts.phone)

const amount = z.number({ error: bookingTexts.amount }).refine((euros) => {
  const cents = centsOfEuros(euros)
  return cents !== undefined && cents >= bookingLimits.amountCents.min && cents <= bookingLimits.amountCents.max
}, bookingTexts.amount)

/** Fields of the dialog's first step. */
const details = {
  customerName: text(bookingTexts.name).min(bookingLimits.name.min, bookingTexts.name).max(bookingLimits.name.max, bookingTexts.name),
  customerEmail: text(bookingTexts.email)
    .overwrite(writtenEmail)
    .max(bookingLimits.email, bookingTexts.email)
    .refine(isEmail, bookingTexts.email),
  customerPhone: phone.optional(),
  location: text(bookingTexts.location)
    .min(bookingLimits.location.min, bookingTexts.location)
    .max(bookingLimits.location.max, bookingTexts.location),
  date: text(bookingTexts.dateMissing).overwrite(writtenDay).refine(isCalendarDay, bookingTexts.dateMissing),
  time: text(bookingTexts.timeMissing)
    .overwrite(writtenTime)
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, bookingTexts.timeMissing),
  amount,
}

/**
 * Booking request (docs/spec.md#booking-request): amount in euros, date and time in Berlin. `serviceTitle` is accepted and ignored: the
 * company decides it. `serviceId` names the service (docs/spec.md#booking-service).
 */
export const bookingRequest = z.object({
  companyId: z.uuid({ error: bookingTexts.company }),
  serviceTitle: z.string().max(200).optional(),
  ...purchaseFields,
  ...details,
  description: text(bookingTexts.description).max(bookingLimits.description, bookingTexts.description).optional(),
  attachmentIds: z.array(z.uuid(), { error: bookingTexts.tooManyFiles }).max(bookingLimits.files, bookingTexts.maxFiles).optional(),
  ...withdrawalFields,
})
export type BookingRequest = z.infer<typeof bookingRequest>

/** Request schema for a moment: date and time must not be in the past, by the clock in Berlin (docs/spec.md#time). */
export const bookingRequestAt = (now: Date) => withMomentAt(bookingRequest.extend({ date: dateAt(now) }), now)

/** Schema of the first step alone, for 'Weiter'. */
export const bookingDetailsAt = (now: Date) =>
  withMomentAt(bookingRequest.pick({ ...pickAll(details), ...pickAll(purchaseFields) }).extend({ date: dateAt(now) }), now)

const dateAt = (now: Date) =>
  details.date
    .refine((day) => day >= berlinDay(now) || !isCalendarDay(day), bookingTexts.datePast)
    .refine((day) => day <= lastBookableDay(now) || !isCalendarDay(day), bookingTexts.dateFar)

/**
 * Checks day and time together: each may be valid while both are in the past. The error is reported at the field time, together with all
 * other errors.
 */
function withMomentAt<Request extends z.ZodType<{ date: string; time: string }>>(request: Request, now: Date) {
  const term = z.object({ date: dateAt(now), time: details.time })
  const hasTerm = ({ value }: { value: unknown }) => term.safeParse(value).success
  return request
    .refine(({ date, time }) => isBerlinTime(date, time), { error: bookingTexts.timeSkipped, path: ['time'], when: hasTerm })
    .refine(({ date, time }) => !isBerlinTime(date, time) || berlinInstant(date, time) > now, {
      error: bookingTexts.timePast,
      path: ['time'],
      when: hasTerm,
    })
}

function pickAll<T extends object>(fields: T) {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, true])) as { [name in keyof T]: true }
}
