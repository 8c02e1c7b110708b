/** One content line of a calendar file (RFC 5545 3.1), names in upper case. */
export type Line = { name: string; params: Readonly<Record<string, string>>; value: string }

/** A component (VCALENDAR, VEVENT, …) with its own lines and the components inside it. */
export type Part = { name: string; lines: Line[]; parts: Part[]; isEnded: boolean }

/** Components that cannot be nested: one that begins inside another means that the other's end is missing. */
const siblings = new Set(['VEVENT', 'VFREEBUSY', 'VTODO', 'VJOURNAL', 'VTIMEZONE'])

/**
 * Parses the calendars of a file. Skips invalid lines, and ends a component without an end where the next one begins, so that one broken
 * event does not cost the others.
 */
export function calendarsOf(text: string): Part[] {
  const root: Part = { name: '', lines: [], parts: [], isEnded: true }
  let open: Part[] = [root]
  for (const raw of text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    const line = lineOf(raw)
    if (!line) continue
    const name = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN') open = begin(open, name)
    else if (line.name === 'END') open = end(open, name)
    else open.at(-1)?.lines.push(line)
  }
  return root.parts.filter((part) => part.name === 'VCALENDAR')
}

function begin(open: Part[], name: string): Part[] {
  const sibling = siblings.has(name) ? open.findIndex((part) => siblings.has(part.name)) : -1
  const calendar = name === 'VCALENDAR' ? 1 : -1
  const stack = open.slice(0, Math.max(sibling, calendar, 0) || open.length)
  const part: Part = { name, lines: [], parts: [], isEnded: false }
  // Components nested deeper are ignored.
  if (stack.length < 6) stack.at(-1)?.parts.push(part)
  return [...stack.slice(0, 8), part]
}

function end(open: Part[], name: string): Part[] {
  const at = open.findLastIndex((part) => part.name === name)
  const ended = open[at]
  if (at < 1 || !ended) return open
  ended.isEnded = true
  return open.slice(0, at)
}

const shape = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:])*)*):(.*)$/
const paramShape = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:])*)/g
/** Some programs write a zone like '(UTC+01:00) Amsterdam, Berlin' without the quotes that its colon needs. */
const unquoted = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE);TZID=([^"]*):([\dTZ,]+)$/i

function lineOf(raw: string): Line | undefined {
  const short = raw
    .slice(0, mostLetters)
    .replace(/^\uFEFF+/, '')
    .trimEnd()
  const bare = unquoted.exec(short)
  if (bare) return { name: (bare[1] ?? '').toUpperCase(), params: { TZID: bare[2] ?? '' }, value: bare[3] ?? '' }
  const found = shape.exec(short)
  if (!found) return undefined
  const [, name = '', params = '', value = ''] = found
  const pairs = [...params.matchAll(paramShape)].map(([, key = '', text = '']) => [key.toUpperCase(), text.replaceAll('"', '')])
  return { name: name.toUpperCase(), params: Object.fromEntries(pairs), value }
}

/** Longer lines are descriptions and attachments. */
const mostLetters = 20_000

export const lineNamed = ({ lines }: Part, name: string) => lines.find((line) => line.name === name)
export const linesNamed = ({ lines }: Part, name: string) => lines.filter((line) => line.name === name)
