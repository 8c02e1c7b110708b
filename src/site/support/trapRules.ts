import { z } from 'zod'

/**
 * Fields of the spam trap, without a third party: a hidden field that browsers do not fill in, and the time at which the form was
 * rendered. Suspected messages are stored and look sent, but are not mailed. Not used for reports of illegal content, which must be read.
 */
export const trapFields = { blank: z.string().default(''), openedAt: z.string().default('') }
export type Trap = { blank: string; openedAt: string }

/** Minimum time in seconds in which a person can read and fill in a form. */
export const fastestSeconds = 3

/** True if a bot seems to have filled in the form; `factor` shortens the minimum time as it raises all limits. */
export function isSuspect({ blank, openedAt }: Trap, { now, factor }: { now: Date; factor: number }) {
  const takenMs = now.getTime() - Date.parse(openedAt)
  return blank !== '' || !(takenMs >= (fastestSeconds * 1_000) / factor)
}
