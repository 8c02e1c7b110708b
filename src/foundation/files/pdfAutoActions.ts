import { anyOf, type Place, type Reader, type Words, withoutEscapes, wordsFrom } from './pdfWordActions.ts'
import { fileProblems } from './rules.ts'

export type Value =
  | { is: 'dictionary'; entries: [key: string, value: Value][] }
  | { is: 'array'; items: Value[] }
  | { is: 'reference'; to: number }
  | { is: 'other' }
/** Place where a file defines automatic actions: `AA` holds actions by event, `OpenAction` is one action. */
export type PdfReference = Place & { key: string }

const autoActionNames = anyOf(['OpenAction', 'AA'], 'g')

/** All automatic actions in a part of a text. */
export function findAutoActions(text: string, start: number, end: number): PdfReference[] {
  const names = text.slice(start, end).matchAll(autoActionNames)
  return [...names].map(({ index, 0: name }) => ({ text, at: start + index + name.length, key: withoutEscapes(name) }))
}

/**
 * Refuses a file that opens a URL automatically: when the file is opened, a page is shown or a field gets the focus. Follows references and
 * chained actions. A link that must be clicked is allowed.
 */
export function refuseFetchingActions(reader: Reader, openings: readonly PdfReference[]) {
  const resolve = openResolver(reader)
  const actions = openings.flatMap((opening) => {
    const value = readValue(reader, opening)
    return opening.key === '/AA' ? resolve('/AA', value).flatMap((occasions) => valuesOf(occasions)) : [value]
  })
  for (let action = actions.pop(); action; action = actions.pop()) {
    for (const one of resolve('action', action)) {
      if (one.is === 'array') actions.push(...one.items)
      if (valuesOf(one, '/URI').length > 0) throw fileProblems.hasExternalContent()
      actions.push(...valuesOf(one, '/Next'))
    }
  }
}

export const valuesOf = (value: Value, key?: string) =>
  value.is === 'dictionary' ? value.entries.flatMap(([name, held]) => (key === undefined || name === key ? [held] : [])) : []

/** Resolves a value or a reference, for every definition of the referenced number. Each number is resolved once per purpose. */
export function openResolver(reader: Reader) {
  const seen = new Set<string>()
  return function resolve(purpose: string, value: Value): Value[] {
    const found: Value[] = []
    const open = [value]
    for (let one = open.pop(); one; one = open.pop()) {
      if (one.is !== 'reference') found.push(one)
      else
        for (const number of [one.to, Number.NaN]) {
          if (seen.has(`${purpose} ${number}`)) continue
          seen.add(`${purpose} ${number}`)
          open.push(...(reader.objects.get(number) ?? []).map((place) => readValue(reader, place)))
        }
    }
    return found
  }
}

export const readValue = (reader: Reader, place: Place) => readNext(wordsFrom(reader, place), 0)

const deepest = 100

function readNext(words: Words, depth: number): Value {
  if (depth > deepest) throw fileProblems.damaged()
  const found = words.next()
  if (found?.[0] === '<<') return readDictionary(words, depth)
  if (found?.[0] === '[') return readArray(words, depth)
  return (found && readReference(words, found.index)) ?? { is: 'other' }
}

const reference = /\+?(\d+)(?:[\s\0]|%[^\r\n]*[\r\n])+\+?\d+(?:[\s\0]|%[^\r\n]*[\r\n])*R(?![^\s\0()<>[\]{}/%])/y

function readReference(words: Words, at: number): Value | undefined {
  reference.lastIndex = at
  const number = reference.exec(words.text)?.[1]
  if (number === undefined) return undefined
  words.goTo(reference.lastIndex)
  return { is: 'reference', to: Number(number) }
}

function readArray(words: Words, depth: number): Value {
  const items: Value[] = []
  for (let before = words.end(), found = words.next(); found && found[0] !== ']'; before = words.end(), found = words.next()) {
    words.goTo(before)
    items.push(readNext(words, depth + 1))
  }
  return { is: 'array', items }
}

/** Reads a dictionary. A key may lack its value before '>>'; then '>>' must not be consumed as the value. */
function readDictionary(words: Words, depth: number): Value {
  const entries: [string, Value][] = []
  for (let found = words.next(); found && found[0] !== '>>'; found = words.next()) {
    if (!found[0].startsWith('/')) continue
    const before = words.end()
    const isEmpty = words.next()?.[0] === '>>'
    words.goTo(before)
    entries.push([withoutEscapes(found[0]), isEmpty ? { is: 'other' } : readNext(words, depth + 1)])
  }
  return { is: 'dictionary', entries }
}
