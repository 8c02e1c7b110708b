import { type Entry, minuteOf } from './entries.ts'
import type { ShownDiary } from './rules.ts'

type Hours = ShownDiary['days'][number]['hours'][number]
/** Minutes of a day, 0 to 1440. */
export type Part = { from: number; to: number }
/** An entry at its place: beside how many others, the first being 0. */
export type Placed = Part & { entry: Entry; lane: number; lanes: number }
/** Entries that found no place beside others, and where they begin. */
export type More = { from: number; count: number; lane: number; lanes: number }

/** The entries of a column, those at the same time side by side, at most so many; the rest is counted. */
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

/** Groups in which each entry is at the same time as another one, with the first lane that is free for each. */
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
/** What is shorter is drawn so long that it can be read and pressed. */
const shortest = 25

/** The whole hours that columns show: those of work, and those of what lies outside them. */
export function shownHours(hours: readonly Hours[], entries: readonly Part[]): Part {
  const ends = [...hours.flatMap(({ open }) => open.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))), ...entries]
  if (ends.length === 0) return { from: 480, to: 1_080 }
  const from = Math.min(...ends.map((one) => one.from))
  const to = Math.max(...ends.map((one) => one.to))
  return { from: Math.floor(Math.max(0, from) / 60) * 60, to: Math.ceil(Math.min(1_440, to) / 60) * 60 }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** When nobody of these works within the shown hours, with a word for it. */
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

/** Why nobody works on a day: the holiday, what the company noted, or just that it is closed. */
export function closedText(hours: readonly Hours[]) {
  const said = hours.find(({ note }) => note !== '')
  return said?.note ?? 'Geschlossen'
}

/** The minute below a point of a column of so many pixels an hour, on a quarter of an hour. */
export const minuteAt = (pixels: number, shown: Part, hourPixels: number) =>
  Math.min(shown.to, Math.max(shown.from, shown.from + Math.round((pixels * 60) / hourPixels / quarter) * quarter))
export const quarter = 15

export const clockOf = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
