import type { Folded } from './fold.ts'

type Span = { from: number; to: number }

const providers = 'gmail|googlemail|gmx|web|outlook|hotmail|live|yahoo|icloud|freenet|posteo|mailbox|proton|protonmail|aol|arcor|t-online'
const domains =
  'de|com|net|org|info|eu|io|app|shop|online|biz|at|ch|co|me|berlin|hamburg|koeln|cologne|bayern|nrw|saarland|ruhr|gmbh|li|lu|tv|xyz|site' +
  '|store|link|page|dev|uk|fr|nl|pl|cz|dk|tel|mobi|cloud|blog|website|digital|services|pro|ai|ly|gg|to'
/** Endings that are also words: a sentence may begin with one if the blank after the full stop is missing. */
const alsoWords =
  /^(info|online|app|shop|store|link|page|site|blog|cloud|digital|services|website|pro|to|me|tel|li|berlin|hamburg|koeln|bayern|at|co|ai)$/
/** Endings accepted after a spelled-out dot ('punkt'). */
const spoken = 'de|com|net|org|eu|io|biz|at|ch|info'

const open = '[\\[({<*_~"\'-]'
const close = '[\\])}>*_~"\'-]'
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const atSign = `(?: {0,3}@ {0,3}| ?${open} ?(?:@|at|a|aet) ?${close} ?| (?:at|aet|klammeraffe|affenschwanz) )`
const wordDot = `(?: ?${open} ?(?:\\.|dot|punkt) ?${close} ?| (?:dot|punkt) )`
const anyDot = `(?: ?\\. ?|${wordDot})`
/**
 * Separator between parts of a name. It must not begin with a character of the name itself: the regular expression would backtrack in more
 * than linear time.
 */
const join = `(?: ?[\\[({<*~"'] ?(?:\\.|dot|punkt) ?${close} ?| (?:dot|punkt|unterstrich|minus|bindestrich) )`
/** Starts only at the beginning of a run of name characters, so that each run is tried once. */
const local = `(?<![a-z0-9][._%+-]{0,3})[a-z0-9][a-z0-9._%+-]*(?:${join}[a-z0-9._%+-]{1,63}){0,3}`

const patterns = [
  // After a literal @ any domain matches, after a spelled-out 'at' only a known one.
  new RegExp(`${local} {0,3}@ {0,3}(?:${label}${anyDot}){1,4}[a-z]{2,24}(?![a-z])`, 'g'),
  new RegExp(`${local}${atSign}(?:${label}${anyDot}){1,4}(?:${domains})(?![a-z])`, 'g'),
  new RegExp(`${local}${atSign}(?:${providers})(?![a-z])`, 'g'),
  new RegExp(`${local} bei (?:${providers})${anyDot}(?:${spoken})(?![a-z])`, 'g'),
]

/** Finds e-mail addresses, also with spelled-out 'at' and 'punkt'. */
export const findAddresses = ({ text }: Folded) => patterns.flatMap((pattern) => matches(text, pattern))

const path = '(?:[:/?#][^ ]*)?'
const plainLink = new RegExp(`(?<![a-z0-9@.-])(?:${label}\\.){1,5}(${domains})(?![a-z0-9-])${path}`, 'g')
const links = [
  /(?<![a-z])h(?:tt|xx)ps? ?: ?\/ ?\/ ?[^ ]+/g,
  new RegExp(`(?<![a-z])www${anyDot}(?:${label}${anyDot}){0,4}${label}${path}`, 'g'),
  new RegExp(`(?<![a-z0-9@-])(?:${label}${wordDot}){1,4}(?:${spoken})(?![a-z])`, 'g'),
  /(?<![a-z0-9@.-])[a-z0-9-]{2,63} {1,2}\. ?(?:de|com|net|org|eu)(?![a-z])/g,
]
/** Domain with a blank, as in 'firma. de'. A sentence would continue with a capital letter. */
const looseLink = /(?<![a-z0-9@.-])[a-z0-9-]{2,63}\. (de|com|net|org|eu)(?![a-z])/g

/** Finds links and domain names, also with spelled-out 'punkt'. `original` is needed to see capital letters. */
export function findLinks({ text, starts }: Folded, original: string) {
  const isCapital = (at: number) => /^\p{Lu}/u.test(original.slice(starts[at] ?? 0))
  const plain = [...text.matchAll(plainLink)].filter(({ 0: all, 1: end = '', index }) => {
    const hasMore = all.includes('/') || all.split('.').length > 2
    return hasMore || !alsoWords.test(end) || !isCapital(index + all.lastIndexOf(`.${end}`) + 1)
  })
  const loose = [...text.matchAll(looseLink)].filter(({ 0: all, index }) => !isCapital(index + all.lastIndexOf(' ') + 1))
  return [...links.flatMap((pattern) => matches(text, pattern)), ...[...plain, ...loose].map(spanOf)]
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(spanOf)
const spanOf = ({ 0: all, index }: RegExpExecArray): Span => ({ from: index, to: index + all.length })
