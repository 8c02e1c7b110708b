import { type Entry, minuteOf } from './entries.ts'
import type { DiaryView } from './rules.ts'

type Hours = DiaryView['days'][number]['hours'][number]
/** Span in minutes of a day, 0 to 1440. */
export type Part = { from: number; to: number }
/** Positioned entry: its lane, from 0, and the number of parallel lanes. */
export type Placed = Part & { entry: Entry; lane: number; lanes: number }
/** Number of entries that got no lane, and where they begin. */
export type More = { from: number; count: number; lane: number; lanes: number }

/** Places the entries of a column, overlapping ones side by side in at most `most` lanes; the rest is counted. */
export function placeEntries(entries: readonly Entry[], { day, most }: { day: string; most: number }) {
  const placed: Placed[] = []
  const more: More[] = []
  for (const group of groupsOf(entries, day)) {
    const lanes = Math.min(most, 1 + Math.max(...group.map(({ lane }) => lane)))
    const left = group.filter(({ lane }) => lane >= most)
    placed.push(...group.filter(({ lane }) => lane < most).map((one) => ({ ...one, lanes })))
    if (left[0]) more.push({ from: left[0].from, count: left.length, lane: lanes - 1, lanes })
  }
  return { placed, more }
}

type InLane = Part & { entry: Entry; lane: number }

/** Groups of overlapping entries; each entry gets the first free lane. */
function groupsOf(entries: readonly Entry[], day: string) {
  const groups: InLane[][] = []
  let end = -1
  let ends: number[] = []
  for (const entry of entries) {
    const from = Math.max(0, minuteOf(entry.from, day))
    const to = Math.min(1_440, Math.max(from + shortest, minuteOf(entry.to, day)))
    if (from >= end) {
      groups.push([])
      ends = []
    }
    const free = ends.findIndex((last) => last <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = to
    end = Math.max(end, to)
    groups.at(-1)?.push({ entry, from, to, lane })
  }
  return groups
}
/** Minimum drawn length of an entry in minutes, so that it can be read and clicked. */
const shortest = 25

/** Whole hours that the columns show: working hours, and those of entries outside them. */
export function visibleHours(hours: readonly Hours[], entries: readonly Part[]): Part {
  const ends = [...hours.flatMap(({ open }) => open.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))), ...entries]
  if (ends.length === 0) return { from: 480, to: 1_080 }
  const from = Math.min(...ends.map((one) => one.from))
  const to = Math.max(...ends.map((one) => one.to))
  return { from: Math.floor(Math.max(0, from) / 60) * 60, to: Math.ceil(Math.min(1_440, to) / 60) * 60 }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Parts of the shown hours in which none of these people works. Labelled 'Pause' between working hours, and with the reason if the whole
 * day is closed.
 */
export function closedParts(hours: readonly Hours[], shown: Part): (Part & { text: string })[] {
  const open = hours
    .flatMap((one) => one.open.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })))
    .sort((one, other) => one.from - other.from)
  if (open.length === 0) return [{ ...shown, text: closedText(hours) }]
  const closed: (Part & { text: string })[] = []
  let until = shown.from
  for (const { from, to } of open) {
    if (from > until) closed.push({ from: until, to: from, text: until === shown.from ? '' : 'Pause' })
    until = Math.max(until, to)
  }
  return until < shown.to ? [...closed, { from: until, to: shown.to, text: '' }] : closed
}

/** Reason why no one works on a day: the holiday, the company's note, or 'Geschlossen'. */
export function closedText(hours: readonly Hours[]) {
  const said = hours.find(({ note }) => note !== '')
  return said?.note ?? 'Geschlossen'
}

/** Minute below a point of a column, rounded to a quarter of an hour; `hourPixels` is the height of an hour. */
export const minuteAt = (pixels: number, shown: Part, hourPixels: number) =>
  Math.min(shown.to, Math.max(shown.from, shown.from + Math.round((pixels * 60) / hourPixels / quarter) * quarter))
export const quarter = 15

export const clockOf = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
