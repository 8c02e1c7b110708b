import { attachmentLimits, fileProblems } from './rules.ts'

/** Place where an object begins: after 'obj', or inside the unpacked text of an object stream. */
export type Place = { text: string; at: number }

/**
 * File under inspection. The work is counted and limited, because nested objects would take quadratic time; legitimate files stay far below
 * the limits. `objects` holds every place where a number is defined; unreadable numbers are NaN.
 */
export type Reader = {
  text: string
  read: number
  words: number
  room: number
  count: number
  objects: Map<number, Place[]>
  /** All places where a file is embedded by its key `EF`. */
  embedded: Place[]
}

export const openReader = (text: string): Reader => ({
  text,
  read: 0,
  words: 0,
  room: attachmentLimits.pdfUnpackedBytes,
  count: 0,
  objects: new Map(),
  embedded: [],
})

export function noteObject(reader: Reader, number: number, place: Place) {
  reader.count += 1
  if (reader.count > attachmentLimits.pdfObjects) throw fileProblems.damaged()
  const others = reader.objects.get(number)
  if (others) others.push(place)
  else reader.objects.set(number, [place])
}

export type Words = ReturnType<typeof wordsFrom>

/** Tokens from a place on, one at a time, without comments. A string yields the token '(' and is skipped. */
export function wordsFrom(reader: Reader, { text, at }: Place) {
  const token = /%[^\r\n]*|\(|<<|>>|<[^<>]*>|[[\]]|\/?[^\s\0()<>[\]{}/%]+/g
  token.lastIndex = at
  return {
    text,
    next() {
      for (let found = token.exec(text); found; found = token.exec(text)) {
        spendWord(reader)
        if (found[0] === '(') token.lastIndex = endOfString(reader, text, found.index)
        if (!found[0].startsWith('%')) return found
      }
      return undefined
    },
    end: () => token.lastIndex,
    goTo(place: number) {
      token.lastIndex = place
    },
  }
}

function spendWord(reader: Reader) {
  reader.words += 1
  if (reader.words > attachmentLimits.pdfWords) throw fileProblems.damaged()
}

function endOfString(reader: Reader, text: string, open: number) {
  let depth = 0
  const mark = /\\[\s\S]|[()]/g
  mark.lastIndex = open
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    spendWord(reader)
    if (found[0] === '(') depth += 1
    if (found[0] === ')') depth -= 1
    if (depth === 0) return mark.lastIndex
  }
  return text.length
}

/** Pattern of a name in the file's syntax, each letter plain or as #xx. */
export const anyOf = (names: string[], flags = '') => {
  const pattern = names.map((name) => [...name].map(letterOrEscape).join('')).join('|')
  return new RegExp(`/(?:${pattern})(?![^\\s\\0()<>[\\]{}/%])`, flags)
}
const letterOrEscape = (letter: string) => {
  const code = letter.charCodeAt(0).toString(16)
  return `(?:${letter}|#${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
}

/** Decodes the escapes in names: 'J#53' is 'JS'. */
export const withoutEscapes = (written: string) =>
  written.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
