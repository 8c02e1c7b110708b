import { benignSpans, isNumberOfSomething, isPlainCall } from './benign.ts'
import { digitsOfWord } from './numberWords.ts'

type Span = { kind: 'phone' | 'iban'; from: number; to: number }
type Token = { from: number; to: number; digits: string; isWord: boolean; before: string }

/** Finds phone numbers and bank accounts, also with separated digits, digits as words, and look-alike letters. */
export function findNumbers(text: string): Span[] {
  return groupTokens(text).flatMap((group) => judge(text, group))
}

/** Text allowed between the digits of one number. */
const between =
  /^(?:[^a-z0-9€]{0,12}|[ (]{0,2}(?:bindestrich|schragstrich|strich|slash|minus|leerzeichen|pause|punkt|vorwahl|rest|und dann|und|dann)[ )]{0,2})$/

/** Groups consecutive digits that are separated only by allowed text. Skips dates, times, prices and measures. */
function groupTokens(text: string) {
  const benign = benignSpans(text)
  const groups: Token[][] = []
  let end = -1
  for (const token of tokensOf(text)) {
    if (benign.some(({ from, to }) => token.from < to && token.to > from)) {
      end = -1
      continue
    }
    const before = end < 0 ? '' : text.slice(end, token.from)
    if (end < 0 || !between.test(before)) groups.push([token])
    else groups.at(-1)?.push({ ...token, before })
    end = token.to
  }
  return groups
}

/** Yields runs of digits, including letters that look like digits, and number words. */
function* tokensOf(text: string): Generator<Token> {
  for (const { 0: run, index } of text.matchAll(/(?<![a-z])[oil|]{0,2}\d[\doil|]*|\d[\doil|]*|[a-z]+/g)) {
    if (/\d/.test(run)) {
      // A trailing letter (litre, house number) is not a digit.
      const core = run.replace(/[il|o]+$/, (tail) => (run.replace(/\D/g, '').length >= 4 ? tail : ''))
      const digits = core.replace(/o/g, '0').replace(/[il|]/g, '1')
      yield { from: index, to: index + core.length, digits, isWord: false, before: '' }
      continue
    }
    const digits = digitsOfWord(run)
    if (digits) yield { from: index, to: index + run.length, digits, isWord: true, before: '' }
  }
}

/** Minimum number of digits for each kind of number. */
const fewest = { national: 8, international: 9, local: 6, words: 7, account: 18 } as const

function judge(text: string, group: readonly Token[]): Span[] {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) return []
  const digits = digitsOf(group)
  const whole = { from: first.from, to: last.to }
  const account = accountIn(text, group)
  if (account) return [account]
  if (isNumberOfSomething(text, whole, digits)) return []
  const words = group.filter(({ isWord }) => isWord).length
  if (words >= 3 && digits.length >= fewest.words) return [{ kind: 'phone', ...whole }]
  if (isPlainCall(text, first.from) && digits.length >= fewest.local) return [{ kind: 'phone', ...withPlus(text, whole) }]
  const start = group.findIndex((token, at) => isPhoneFrom(text, group, token, at))
  const begin = group[start]
  return begin ? [{ kind: 'phone', ...withPlus(text, { from: begin.from, to: last.to }) }] : []
}

const digitsOf = (tokens: readonly Token[]) => tokens.map(({ digits }) => digits).join('')

/** True if a phone number begins at the token: international with + or 00, national with 0, preceded by a blank or separator. */
function isPhoneFrom(text: string, group: readonly Token[], token: Token, at: number) {
  const digits = digitsOf(group.slice(at))
  if (/[+]\s?[([]?$/.test(text.slice(Math.max(0, token.from - 3), token.from))) return digits.length >= fewest.international
  // After a dot or comma a zero continues the number before it, as in 10.000.
  if (at > 0 && /^[.,]?$/.test(token.before)) return false
  if (at > 0 && isPostcodeList(group)) return false
  if (/^00[1-9]/.test(digits)) return digits.length >= 10
  if (/^49\s?0?1[567]/.test(digits)) return digits.length >= 12 && digits.length <= 15
  return /^0[1-9]/.test(digits) && digits.length >= fewest.national && !isPostcodeList(group.slice(at))
}

/** '01067, 04109 und 08056'. */
const isPostcodeList = (group: readonly Token[]) =>
  group.length > 1 && group.every(({ digits, before }, at) => digits.length === 5 && (at === 0 || /[,;/&]| und /.test(before)))

/** Extends the span to a leading + or bracket. */
function withPlus(text: string, { from, to }: { from: number; to: number }) {
  const lead = /[+(][ (]?$|[+]\s?\($/.exec(text.slice(Math.max(0, from - 3), from))
  return { from: from - (lead?.[0].length ?? 0), to }
}

/** Finds an IBAN or account number: more digits than any phone number has. A leading country code is included. */
function accountIn(text: string, group: readonly Token[]): Span | undefined {
  const country = /(?<![a-z])([a-z][ .-]{0,2}[a-z])[ .:_-]{0,3}$/
  const start = group.findIndex(({ from }) => country.test(text.slice(Math.max(0, from - 8), from)))
  const begin = group[Math.max(0, start)]
  const [last, digits] = [group.at(-1), digitsOf(group.slice(Math.max(0, start)))]
  if (!begin || !last || /^0[1-9]|^00[1-9]/.test(digits)) return undefined
  if (digits.length < fewest.account || isNumberOfSomething(text, { from: begin.from, to: last.to }, digits)) return undefined
  const lead = country.exec(text.slice(Math.max(0, begin.from - 8), begin.from))
  return { kind: 'iban', from: begin.from - (lead?.[0].length ?? 0), to: last.to }
}
