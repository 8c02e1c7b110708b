import { z } from 'zod'
import { berlinMoment, isCalendarDay } from '#src/platform/kit/dates.ts'
import { Problem, problemsOf } from '#src/platform/kit/problems.ts'
import { writtenDay, writtenTime } from '#src/platform/kit/typed.ts'
import { clockTime } from '../clockTime.ts'
import { minutesOf } from '../hours/rules.ts'
import type { Span } from '../workingHours.ts'

/** Maximum length of a blocked time's note in characters. */
export const blockNoteLength = 100

export const blockTexts = {
  day: 'Bitte wählen Sie einen Tag',
  time: 'Bitte geben Sie Zeiten wie 08:00 an',
  order: 'Das Ende muss nach dem Anfang liegen',
  skipped: 'Diese Zeit gibt es an diesem Tag nicht: Die Uhr wird vorgestellt',
  note: `Höchstens ${blockNoteLength} Zeichen`,
} as const

export const blockProblems = problemsOf('blocks', {
  none: [409, 'Bitte speichern Sie zuerst Ihre Öffnungszeiten.'],
  over: [409, 'Diese Zeit ist schon vorbei.'],
  unknownResource: [404, 'Diese Person oder diesen Raum gibt es nicht mehr. Bitte laden Sie die Seite neu.'],
  unknown: [404, 'Diese Sperre gibt es nicht mehr. Bitte laden Sie die Seite neu.'],
})

/** Conflict of a blocked time: the job without buffers, and the name of its resource. */
export type InTheWay = { from: number; to: number; name: string }

/** Refuses a blocked time and lists the conflicts, at most `namedAtMost`. */
export function blockConflict(inTheWay: readonly InTheWay[]) {
  const named = inTheWay.slice(0, namedAtMost).map(({ from, to, name }) => `${clockTime(from)} bis ${clockTime(to)} Uhr (${name})`)
  const what = named.length > 0 ? `: ${named.join('; ')}` : ''
  return new Problem('blocks.taken', 409, `In dieser Zeit ist schon etwas eingetragen${what}. Bitte wählen Sie eine andere Zeit.`)
}
const namedAtMost = 3

/** Start and end of a time of one day; empty if it falls into the hour skipped when clocks go forward. */
export function blockSpan({ day, from, to }: { day: string; from: string; to: string }): Span {
  const midnight = Date.parse(day)
  return { from: berlinMoment(midnight, minutesOf(from)), to: berlinMoment(midnight, minutesOf(to)) }
}

const day = z.string({ error: blockTexts.day }).overwrite(writtenDay).refine(isCalendarDay, blockTexts.day)
const time = z
  .string({ error: blockTexts.time })
  .overwrite(writtenTime)
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, blockTexts.time)

/** Body of a blocked time within one day; whole days are closures. `resourceId`: the blocked resource; null for all. */
export const blockBody = z
  .object({
    companyId: z.uuid(),
    resourceId: z.uuid().nullable().default(null),
    day,
    from: time,
    to: time,
    note: z.string().trim().max(blockNoteLength, blockTexts.note).default(''),
  })
  .refine(({ from, to }) => minutesOf(from) < minutesOf(to), { error: blockTexts.order, path: ['to'] })
  .refine((block) => minutesOf(block.from) >= minutesOf(block.to) || blockSpan(block).from < blockSpan(block).to, {
    error: blockTexts.skipped,
    path: ['from'],
  })
export type BlockInput = z.infer<typeof blockBody>

export const blockId = z.object({ companyId: z.uuid(), id: z.uuid() })
