import { berlinOffset } from '#src/platform/kit/dates.ts'

export const dayParts = ['vormittag', 'nachmittag', 'abend'] as const
export type DayPart = (typeof dayParts)[number]

export const dayPartLabels: Readonly<Record<DayPart, string>> = { vormittag: 'Vormittag', nachmittag: 'Nachmittag', abend: 'Abend' }

/** Minutes of the parts of a day, as the booking dialog groups its times (docs/spec.md#free-times). */
export const partMinutes: Readonly<Record<DayPart, readonly [from: number, to: number]>> = {
  vormittag: [0, 720],
  nachmittag: [720, 1_020],
  abend: [1_020, 1_440],
}

/** True if a start in milliseconds lies in a part of its Berlin day; always true for null. */
export const fitsPart = (part: DayPart | null, start: number) => isWithin(part, ((start + berlinOffset(start)) / 60_000) % 1_440)

/** True if a time of day, 'HH:MM', lies in a part of the day; always true for null. */
export const isAtPart = (part: DayPart | null, time: string) => isWithin(part, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

function isWithin(part: DayPart | null, minute: number) {
  if (part === null) return true
  const [from, to] = partMinutes[part]
  return from <= minute && minute < to
}
