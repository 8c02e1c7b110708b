import { z } from 'zod'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'
import { type DepositTerms, splitPrice } from '#src/supply/services/deposits.ts'
import { type InstalmentStatus, instalmentStatuses } from './texts.ts'

export const instalmentProblems = problemsOf('instalments', {
  unknown: [404, 'Diese Zahlung gibt es nicht.'],
  notDue: [409, 'Diese Zahlung ist nicht fällig oder schon bezahlt.'],
})

/** Requests per hour: payment pages per client address, waivers per account. */
export const instalmentRates = { pay: { max: 30, windowSeconds: 3_600 }, waive: { max: 30, windowSeconds: 3_600 } } as const

/** Days after its due day on which the customer is reminded of an unpaid instalment. */
export const reminderDays = [7, 21] as const

/** Days after the last day of the work for which the final invoice waits for unpaid instalments. */
export const finalInvoiceDays = 90

/** Berlin time at which an instalment becomes due on its day. */
export const dueClock = '18:00'

/** Days of the work in Berlin, in order: those of its parts, or the booked day. */
export function workDays({ bookingDate, parts }: { bookingDate: string; parts: readonly Span[] | null | undefined }): string[] {
  const days = new Set((parts ?? []).map(({ from }) => berlinDay(new Date(from))))
  return days.size === 0 ? [bookingDate] : [...days].sort()
}

type Ordered = { terms: DepositTerms | null; totalCents: Cents; isByRequest: boolean }

/** Deposit and instalments of an order; undefined if all of it is due at booking, as of a price that its company confirms. */
export const splitOrder = ({ terms, totalCents, isByRequest }: Ordered, work: Parameters<typeof workDays>[0]) =>
  terms && !isByRequest ? splitPrice(terms, totalCents, workDays(work).length) : undefined

/**
 * Day on which an instalment is due: the k-th of n at the end of the day by which k/n of the work is done (§ 632a BGB: no more than the
 * value of the work done). It follows the appointment, which may be moved.
 */
export const dueDay = (days: readonly string[], { place, parts }: { place: number; parts: number }): string =>
  days[Math.ceil((place * days.length) / parts) - 1] ?? days.at(-1) ?? ''

/** Moment at which an instalment of this day becomes due. */
export const dueAtOf = (day: string) => berlinInstant(day, dueClock)

/** Moment of a reminder about an instalment that became due. */
export const reminderAt = (dueAt: Date, days: number) => berlinInstant(addDays(berlinDay(dueAt), days), dueClock)

type OpenInstalment = { id: string; status: InstalmentStatus; totalCents: Cents }

/**
 * Takes a reduction of the price from unpaid instalments, the last one first, before paid money is refunded. An instalment too small for a
 * payment is dropped with it. Returns the new amounts, and the cents that remain to be refunded.
 */
export function reduceInstalments(list: readonly OpenInstalment[], cents: Cents) {
  let leftCents = cents
  const changed: { id: string; totalCents: Cents }[] = []
  for (const { id, status, totalCents } of list.toReversed()) {
    if (leftCents <= 0 || (status !== 'planned' && status !== 'due')) continue
    const rest = totalCents - Math.min(leftCents, totalCents)
    leftCents -= totalCents - rest
    changed.push({ id, totalCents: rest < leastPaymentCents ? 0 : rest })
  }
  return { changed, leftCents: Math.max(0, leftCents) }
}
/** Least amount of a payment in cents, as for every booking (docs/spec.md#booking-fields). */
const leastPaymentCents = 100

/** Deposit and instalments of a job, amounts in cents in the code; null for a job that was paid at once. */
export const planView = z
  .object({
    totalCents: z.number(),
    depositCents: z.number(),
    /** Sum of the payments less refunds, including the deposit, and sum of the unpaid instalments. */
    paidCents: z.number(),
    openCents: z.number(),
    list: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        totalCents: z.number(),
        status: z.enum(instalmentStatuses),
        dueOn: z.string(),
      }),
    ),
  })
  .nullable()
export type PlanView = NonNullable<Wire<z.infer<typeof planView>>>

export const payInput = z.object({ key: bookingKey, instalmentId: z.uuid() })
export const waiveInput = z.object({ companyId: z.uuid(), bookingId: z.uuid(), id: z.uuid() })
