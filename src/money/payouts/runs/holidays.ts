import { addDays, berlinDay, berlinInstant, mondayOf } from '#src/platform/kit/dates.ts'
import { easterSunday, isWeekend } from '#src/platform/kit/holidays.ts'
import { defaultPayoutSchedule, type PayoutSchedule } from '#src/platform/kit/settingOptions.ts'

/** Basic is paid out once a week, Premium on every bank day. */
export const rhythmOfPlan = { basic: 'weekly', premium: 'daily' } as const
export const payoutRhythms = ['weekly', 'daily'] as const
export type PayoutRhythm = (typeof payoutRhythms)[number]

/** Closing days of TARGET, the euro payment system of the banks, other than Saturdays and Sundays. */
export function targetHolidays(year: number) {
  const easter = easterSunday(year)
  return [`${year}-01-01`, addDays(easter, -2), addDays(easter, 1), `${year}-05-01`, `${year}-12-25`, `${year}-12-26`]
}

/** True if banks settle euro payments on this day ('YYYY-MM-DD'). */
export const isBankDay = (day: string) => !isWeekend(day) && !targetHolidays(Number(day.slice(0, 4))).includes(day)

/** The day itself or the first bank day after it. */
export function bankDayFrom(day: string): string {
  let found = day
  while (!isBankDay(found)) found = addDays(found, 1)
  return found
}

/**
 * Next payout time of a rhythm after `after`: at the schedule's time in Berlin, on a bank day; weekly on its weekday or the first bank day
 * after it.
 */
export function nextPayoutAt(rhythm: PayoutRhythm, after: Date, { weekday, clock }: PayoutSchedule = defaultPayoutSchedule): Date {
  const today = berlinDay(after)
  // Holidays may move last week's day into this week.
  const weekly = addDays(mondayOf(today), weekday - 8)
  const days =
    rhythm === 'daily'
      ? [bankDayFrom(today), bankDayFrom(addDays(today, 1))]
      : [0, 7, 14, 21].map((later) => bankDayFrom(addDays(weekly, later)))
  const next = days.map((day) => berlinInstant(day, clock)).find((at) => at > after)
  // Never reached: the last of `days` is always later than `after`.
  return next ?? berlinInstant(bankDayFrom(addDays(today, 8)), clock)
}
