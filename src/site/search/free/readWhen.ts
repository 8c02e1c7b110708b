import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { DayPart } from '#src/supply/calendars/dayParts.ts'
import { plainOf } from '#src/supply/services/understanding/stem.ts'
import { anyTime, isAnyTime, lastRequestableDay, type When } from './rules.ts'

/** A query without its words about time, and the time that they express. */
export type ReadWhen = { when: When; rest: string }

/**
 * Parses the requested time of an appointment: 'Maler frei am Freitag Nachmittag', 'heute Abend', 'morgen früh', 'Klempner noch heute'. A
 * day or a part of it alone counts only with 'frei' or 'Termin', and a day at the end of a query; elsewhere it describes an event
 * ('heute tropft der Hahn').
 */
export function readWhen(typed: string, now: Date): ReadWhen {
  const words = typed.split(/\s+/).filter(Boolean)
  const read = words.map((word) => plainOf(word.replace(/[^\p{L}\p{N}.]+/gu, '').replace(/\.$/, '')))
  const today = berlinDay(now)
  for (let start = 0; start < read.length; start += 1) {
    const found = readFrom(read, start, today)
    if (!found || !counts(read, start, found)) continue
    const rest = [...words.slice(0, start), ...words.slice(start + found.length)]
    return { when: found.when, rest: rest.join(' ') }
  }
  return { when: anyTime, rest: typed }
}

type Found = { when: When; length: number; isFree: boolean }

/** Joining words, a day, a part of it, 'frei', in any order and without a gap. */
function readFrom(read: readonly string[], start: number, today: string): Found | undefined {
  let [when, isFree, length]: [When, boolean, number] = [anyTime, false, 0]
  for (let at = start; at < read.length; at += 1) {
    const word = read[at] ?? ''
    const day: string | undefined = when.day === null ? dayNamed(word, today) : undefined
    const part: DayPart | undefined = when.part === null ? partNamed(word, when) : undefined
    const both = when.day === null && when.part === null ? bothNamed(word, today) : undefined
    if (both !== undefined) when = both
    else if (part !== undefined) when = { ...when, part }
    else if (day !== undefined) when = { ...when, day }
    else if (freeWords.has(word)) isFree = true
    else if (!joining.has(word)) break
    if (both !== undefined || part !== undefined || day !== undefined || freeWords.has(word)) length = at - start + 1
  }
  return isAnyTime(when) ? undefined : { when, length, isFree }
}

function counts(read: readonly string[], start: number, { when, length, isFree }: Found) {
  if (before.has(read[start - 1] ?? '')) return false
  if (isFree) return true
  if (when.day === null) return false
  return when.part !== null || start + length === read.length
}

const plain = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(plainOf))
const joining = plain('am für noch schon einen ein einem den kommenden diesen nächsten')
const freeWords = plain('frei freie freier freien freies termin termine')
/** 'seit heute', 'von Montag' */
const before = plain('seit ab bis vom von dem gestern letzten vergangenen jeden jeder')

const weekdays = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag']
/** 'Freitagnachmittag' */
function bothNamed(word: string, today: string): When | undefined {
  const weekday = weekdays.find((one) => word.startsWith(one))
  const part = weekday && partNamed(word.slice(weekday.length), anyTime)
  return weekday && part ? { day: nextWeekday(today, weekdays.indexOf(weekday)), part } : undefined
}

function dayNamed(word: string, today: string) {
  if (word === 'heute' || word === 'morgen') return word
  if (word === plainOf('übermorgen')) return addDays(today, 2)
  const named = weekdays.findIndex((one) => word === one || (one === 'samstag' && word === 'sonnabend'))
  if (named >= 0) return nextWeekday(today, named)
  return dayOfDate(word, today)
}

function nextWeekday(today: string, named: number) {
  const current = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(today, (named - current + 7) % 7)
}

/** '27.11.' or '27.11.2026', if it is one of the next days. */
function dayOfDate(word: string, today: string) {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?$/.exec(word) ?? []
  if (day === '') return undefined
  const years = year === undefined ? [today.slice(0, 4), String(Number(today.slice(0, 4)) + 1)] : [year]
  const days = years.map((one) => `${one}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return days.find((one) => one >= today && one <= lastRequestableDay(today))
}

const parts: readonly (readonly [ReadonlySet<string>, DayPart])[] = [
  [plain('vormittag vormittags früh'), 'vormittag'],
  [plain('nachmittag nachmittags mittag mittags'), 'nachmittag'],
  [plain('abend abends'), 'abend'],
]
/** Behind a day 'morgen' is a part of it: 'Freitag Morgen'. */
const partNamed = (word: string, { day }: When) =>
  word === 'morgen' && day !== null && day !== 'heute' ? 'vormittag' : parts.find(([words]) => words.has(word))?.[1]
