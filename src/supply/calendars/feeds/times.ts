import { midnightOf, monthDays } from './days.ts'
import type { Line } from './lines.ts'

/**
 * Time zone. `earliest` and `latest` are the UTC times at which its clocks may show a wall time; they are equal unless the zone is unknown.
 */
export type Zone = { earliest(wall: number): number; latest(wall: number): number }

/** Time of a content line. */
export type Time = { wall: number; isDate: boolean; zone: Zone }

export const utcZone: Zone = { earliest: (wall) => wall, latest: (wall) => wall }

const hourMs = 3_600_000
/** Unknown time zone: the clocks of the world lie between UTC+14 and UTC−12. */
export const unknownZone: Zone = { earliest: (wall) => wall - 14 * hourMs, latest: (wall) => wall + 12 * hourMs }

/** Builds a time zone from its offset to UTC in milliseconds. A wall time that occurs twice means the first of both. */
export function zoneOfOffsets(offsetAt: (moment: number) => number): Zone {
  const earliest = (wall: number) => {
    const [before, after] = [offsetAt(wall - 24 * hourMs), offsetAt(wall + 24 * hourMs)]
    const shown = [wall - before, wall - after].filter((moment) => moment + offsetAt(moment) === wall)
    // A skipped wall time uses the offset before the change (RFC 5545 3.3.5).
    return shown.length > 0 ? Math.min(...shown) : wall - before
  }
  return { earliest, latest: earliest }
}

const shape = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i

type Zones = { floating: Zone; day: Zone; named: (name: string) => Zone }

/** Parses one value of a line; undefined if it is no valid time. */
export function timeOf({ params }: Line, value: string, zones: Zones): Time | undefined {
  const [, ...parts] = shape.exec(value.trim()) ?? []
  const [year = 0, month = 0, day = 0, hour, minute = 0, second = 0] = parts.slice(0, 6).map((part) => (part ? Number(part) : undefined))
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > monthDays(year, month - 1)) return undefined
  if (hour === undefined) return { wall: Date.UTC(year, month - 1, day), isDate: true, zone: zones.day }
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return undefined
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return { wall, isDate: false, zone: zoneOf(parts[6], params.TZID, zones) }
}

function zoneOf(suffix: string | undefined, name: string | undefined, zones: Zones) {
  if (suffix) return zoneOfOffsets(() => (suffix.toUpperCase() === 'Z' ? 0 : (offsetOf(suffix) ?? 0)))
  return name?.trim() ? zones.named(name.trim()) : zones.floating
}

/** Parses '+0100' into milliseconds. */
export function offsetOf(text: string) {
  const [, sign, hours = '', minutes = '', seconds = '0'] = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(text.trim()) ?? []
  if (!sign) return undefined
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}

/** Parses 'P1DT2H': whole days are calendar days, the rest is exact. */
export function durationOf(text: string) {
  const found = /^\+?P(?:(\d{1,7})W)?(?:(\d{1,7})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i.exec(text.trim())
  if (!found || !/\d/.test(text)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 }
}

/** Midnight that ends the day of a time, as a wall time. */
export const dayEndOf = ({ wall }: Time) => midnightOf(wall) + 86_400_000
