import { z } from 'zod'

/**
 * The trap for programs that fill in every form they find, without a third party: a field that people do not see, and the moment at which
 * the form was handed out. What is caught is kept and looks sent, but nobody is mailed.
 */
export const trapFields = { website: z.string().default(''), openedAt: z.string().default('') }
export type Trap = { website: string; openedAt: string }

/** Nobody reads and fills in a form faster than this. */
export const fastestSeconds = 3

/** Whether a program seems to have filled in the form; `factor` shortens the time as it loosens all limits. */
export function isSuspect({ website, openedAt }: Trap, { now, factor }: { now: Date; factor: number }) {
  const takenMs = now.getTime() - Date.parse(openedAt)
  return website !== '' || !(takenMs >= (fastestSeconds * 1_000) / factor)
}
