/** Normalized text; `starts` and `ends` map each of its characters to a range of the original. */
export type Folded = { text: string; starts: number[]; ends: number[] }

/** Cyrillic, Greek and other letters by the Latin ones that they look like, and signs by the plain one. */
const lookAlikes = {
  a: 'аαɑ',
  b: 'вьβ',
  c: 'с',
  d: 'ԁđ',
  e: 'еε℮',
  g: 'ԍɡ',
  h: 'һнհ',
  i: 'іιıɩ',
  j: 'ј',
  k: 'кκ',
  l: 'ӏł',
  m: 'м',
  n: 'пηո',
  o: 'оοσօø',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  t: 'тτ',
  u: 'μυս',
  v: 'ѵν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уγ',
  '+': '➕',
  '-': '‐‑‒–—―−',
  '.': '。․‧·•∙⋅',
  '/': '∕⁄╱',
  0: '٠',
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
}
const confusables = new Map(Object.entries(lookAlikes).flatMap(([plain, signs]) => [...signs].map((sign) => [sign, plain] as const)))
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0]
const invisible = /[\p{M}\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/u

/** Normalizes a text: lower case, without diacritics and invisible characters; look-alikes become Latin letters, dots and digits. */
export function foldForMasking(text: string): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] }
  let at = 0
  for (const sign of text) {
    const plain = /\s/u.test(sign) ? ' ' : foldCharacter(sign)
    for (const one of plain) {
      folded.text += one
      folded.starts.push(at)
      folded.ends.push(at + sign.length)
    }
    at += sign.length
  }
  return folded
}

const longestCharacter = 6

function foldCharacter(sign: string) {
  let plain = ''
  // A character that decomposes into a whole phrase is no contact data and would multiply the length of the text.
  if (sign.normalize('NFKD').length > longestCharacter) return '\u00a4'
  for (const part of sign.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (invisible.test(part)) continue
    const code = part.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code < first + 10)
    const known = confusables.get(part) ?? (zero === undefined ? part : String(code - zero))
    // Anything but one UTF-16 unit is irrelevant here and would break the index maps.
    plain += known.length === 1 || confusables.has(part) ? known : part.length === 1 ? part : '\u00a4'
  }
  return /^\s+$/.test(plain) ? ' ' : plain
}

/** Joins words written with separated letters ('w e b . d e'). */
export function joinSpelled(folded: Folded): Folded {
  const spelled = /(?<![a-z0-9])(?:[a-z0-9@./:][ _*|~-]{1,3}){4,}[a-z0-9@./:](?![a-z0-9])/g
  const dropped = new Set<number>()
  for (const { 0: run, index } of folded.text.matchAll(spelled))
    for (let at = 0; at < run.length; at++) if (/[ _*|~-]/.test(run[at] ?? '')) dropped.add(index + at)
  const keep = [...folded.starts.keys()].filter((at) => !dropped.has(at))
  return {
    text: keep.map((at) => folded.text[at]).join(''),
    starts: keep.map((at) => folded.starts[at] ?? 0),
    ends: keep.map((at) => folded.ends[at] ?? 0),
  }
}
