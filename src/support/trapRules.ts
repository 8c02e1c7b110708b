import { z } from 'zod'

/**
 * The trap for programs (never for reports of illegal content, which have to be read) that fill in every form they find, without a third party: a field that people do not see and no browser fills in by itself, and the moment at which
 * the form was handed out. What is caught is kept and looks sent, but nobody is mailed.
 */
export const trapFields = { blank: z.string().default(''), openedAt: z.string().default('') }
export type Trap = { blank: string; openedAt: string }

/** Nobody reads and fills in a form faster than this. */
export const fastestSeconds = 3

/** Whether a program seems to have filled in the form; `factor` shortens the time as it loosens all limits. */
export function isSuspect({ blank, openedAt }: Trap, { now, factor }: { now: Date; factor: number }) {
  const takenMs = now.getTime() - Date.parse(openedAt)
  return blank !== '' || !(takenMs >= (fastestSeconds * 1_000) / factor)
}
