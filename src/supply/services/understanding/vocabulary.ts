import type { Catalogue } from '../catalogue/rules.ts'
import { functionWords, softWords } from './small.ts'
import { collectSounds } from './sounds.ts'
import { isOneWord, stemOf } from './stem.ts'

/** Known words: correct spellings, synonyms, and parts of compounds. */
export type Vocabulary = {
  /** Folded words of all phrases, with their original spelling and the number of phrases that contain them. */
  spelt: ReadonlyMap<string, { written: string; count: number }>
  /** These words by their sound. */
  sounds: ReadonlyMap<string, string>
  /** Stem that represents a group of synonyms. */
  sameAs: ReadonlyMap<string, string>
  /** Synonyms of several words: 'läuft nicht ab'. By their first stem; `place` sorts the longest first. */
  sayings: ReadonlyMap<string, readonly Saying[]>
  /** Words at which compounds are split, with their stems. */
  parts: ReadonlyMap<string, string>
  stems: ReadonlySet<string>
  /** Words that are unrelated to any service. */
  unrelated: ReadonlySet<string>
  /** Actions: they weigh less than their object. */
  acts: ReadonlySet<string>
}

type Saying = { stems: readonly string[]; means: string; place: number }

/**
 * Parsed content word with its units. `isKnown`: the catalogue contains each of them. `isByEnd`: classified by the end of a compound only.
 */
export type Read = { word: string; units: readonly string[]; isKnown: boolean; isByEnd?: boolean }

export function collectVocabulary(
  catalogue: Catalogue,
  phrases: readonly string[],
  wordsOf: (text: string) => readonly string[],
): Vocabulary {
  const { acts, regional, compound_heads: heads, unrelated = [], family_names: names = [] } = catalogue.words
  const spelt = new Map<string, { written: string; count: number }>()
  const piecesOf = new Map<string, { written: string; word: string | undefined }[]>()
  for (const phrase of phrases) noteSpelling(phrase)
  const sameAs = new Map<string, string>()
  const sayings: { stems: string[]; means: string }[] = []
  const actStems = new Set<string>()
  for (const [groups, isAct] of [
    [acts, true],
    [regional, false],
  ] as const) {
    for (const group of groups) join(group, isAct)
  }
  for (const act of new Set(catalogue.services.flatMap((one) => one.acts))) {
    noteSpelling(act)
    for (const stem of wordsOf(act).map(stemOf)) actStems.add(sameAs.get(stem) ?? stem)
  }
  for (const head of Object.keys(heads)) noteSpelling(head)
  const parts = new Map(
    [...spelt.keys()].filter((word) => word.length >= 3 && !functionWords.has(word)).map((word) => [word, stemOf(word)]),
  )
  const stems = new Set(parts.values())
  const placed = sayings.toSorted((a, b) => b.stems.length - a.stems.length).map((saying, place): Saying => ({ ...saying, place }))
  const sounds = collectSounds(spelt)
  return {
    spelt,
    sounds,
    sameAs,
    sayings: Map.groupBy(placed, ({ stems: [first = ''] }) => first),
    parts,
    stems,
    unrelated: new Set([...unrelated.flatMap(wordsOf), ...names.flatMap(wordsOf).filter((name) => !spelt.has(name))]),
    acts: actStems,
  }

  function noteSpelling(phrase: string) {
    for (const token of phrase.split(' ')) {
      const pieces = piecesOf.get(token) ?? token.split(/[^\p{L}\p{N}]+/u).map((written) => ({ written, word: wordsOf(written)[0] }))
      piecesOf.set(token, pieces)
      for (const { written, word } of pieces) {
        if (word === undefined) continue
        const known = spelt.get(word)
        if (known) known.count += 1
        else spelt.set(word, { written, count: 1 })
      }
    }
  }

  function join(group: readonly string[], isAct: boolean) {
    const [first = ''] = group
    const means = wordsOf(first).map(stemOf).join('+')
    const isWord = !means.includes('+')
    for (const saying of group) {
      const words = wordsOf(saying)
      const stems = words.map(stemOf)
      noteSpelling(saying)
      const [only = ''] = stems
      if (stems.length > 1) sayings.push({ stems, means: sameAs.get(means) ?? means })
      else if (!sameAs.has(only)) sameAs.set(only, sameAs.get(means) ?? means)
      if (isAct) actStems.add(isWord ? means : only)
    }
  }
}

/** Parses a phrase or a query into its content words and their units. `cache`: words parsed before. */
export function readWords(words: readonly string[], vocabulary: Vocabulary, cache = new Map<string, Read>()): Read[] {
  const read: Read[] = []
  const used = new Set<number>()
  for (const { places, means } of words.length > 1 ? sayingsIn(words, vocabulary) : []) {
    if (places.some((place) => used.has(place))) continue
    for (const place of places) used.add(place)
    read.push({ word: places.map((place) => words[place]).join(' '), units: [means], isKnown: true })
  }
  read.push(...readParted(words, vocabulary, used))
  words.forEach((word, place) => {
    if (used.has(place) || functionWords.has(word) || /^\d+$/.test(word)) return
    const known = cache.get(word) ?? readWord(word, vocabulary)
    cache.set(word, known)
    read.push(known)
  })
  return read
}

/** Occurrences of such synonyms in the words, the longest first. */
function sayingsIn(words: readonly string[], { sayings, parts }: Vocabulary) {
  const stems = words.map((word) => parts.get(word) ?? stemOf(word))
  const begun = [...new Set(stems)].flatMap((stem) => sayings.get(stem) ?? [])
  return begun
    .sort((a, b) => a.place - b.place)
    .map((saying) => ({ means: saying.means, places: saying.stems.map((stem) => stems.indexOf(stem)) }))
    .filter(({ places }) => !places.includes(-1))
}

const beginnings: ReadonlySet<string> = new Set('ab an auf aus ein um zu weg zusammen durch los raus rein rauf vor zuruck'.split(' '))
/** Words that begin a new clause and so end the one of a separable verb. */
const clauseStarts: ReadonlySet<string> = new Set('und oder weil wenn wer wo was dass damit aber bitte'.split(' '))

/** Finds separable verbs whose prefix is at the end of the clause: 'Wer baut mir das Bett auf?' contains 'aufbauen'. */
function readParted(words: readonly string[], { sameAs, stems, acts }: Vocabulary, used: Set<number>): Read[] {
  return words.flatMap((beginning, end) => {
    const isLast = end === words.length - 1 || clauseStarts.has(words[end + 1] ?? '')
    if (!beginnings.has(beginning) || !isLast || used.has(end)) return []
    for (let place = end - 1; place >= 0; place -= 1) {
      const stem = stemOf(beginning + (words[place] ?? '').replace(/t$/, 'en'))
      const unit = sameAs.get(stem) ?? (stems.has(stem) ? stem : undefined)
      if (unit === undefined || !acts.has(unit) || used.has(place)) continue
      used.add(place).add(end)
      return [{ word: `${words[place]} ${beginning}`, units: [unit], isKnown: true }]
    }
    return []
  })
}

const unitOf = (stem: string, { sameAs }: Vocabulary) => sameAs.get(stem) ?? stem

function readWord(word: string, vocabulary: Vocabulary): Read {
  const stem = stemOf(word)
  if (vocabulary.unrelated.has(word)) return { word, units: [word], isKnown: false }
  const isSpelt = vocabulary.spelt.has(word)
  const spoken = isSpelt ? undefined : asWritten(word).find((one) => vocabulary.spelt.has(one))
  if (spoken !== undefined) return { ...readWord(spoken, vocabulary), word }
  const isKnown = isSpelt || vocabulary.stems.has(stem)
  const trade = isKnown ? undefined : ofWhom.exec(word)?.[1]
  if (trade !== undefined && vocabulary.spelt.has(trade)) return { ...readWord(alikeIn(trade, vocabulary) ?? trade, vocabulary), word }
  const units = unitsOf(word, vocabulary)
  if (units) return { word, units: [...new Set(units)], isKnown: true }
  const done = isSpelt ? undefined : whoDoes.exec(word)?.[1]
  const ofDone = done === undefined || !vocabulary.spelt.has(done) ? undefined : readWord(done, vocabulary)
  if (ofDone?.isKnown) return { ...ofDone, word }
  // 'legt' is so short that stemming leaves it unchanged.
  const verb = isKnown && !word.endsWith('t') ? undefined : verbUnit(word, vocabulary)
  if (isKnown) return { word, units: [verb ?? stem], isKnown }
  const other = [word.replace(/in(?:nen)?$/, ''), word.replace(/s$/, '')].find(
    (one) => one !== word && (vocabulary.spelt.has(one) || vocabulary.stems.has(stemOf(one))),
  )
  if (other !== undefined) return { ...readWord(other, vocabulary), word }
  if (verb !== undefined) return { word, units: [verb], isKnown: true }
  const end = endUnit(word, vocabulary)
  return end === undefined ? { word, units: [stem], isKnown } : { word, units: [end], isKnown: true, isByEnd: true }
}

/** Known name of a person who is described by an action only: 'Reinigungsfrau' is a 'Reinigungskraft'. */
function alikeIn(done: string, vocabulary: Vocabulary) {
  if (!unitsOf(done, vocabulary)?.every((unit) => vocabulary.acts.has(unit))) return undefined
  return ['kraft', 'firma', 'dienst'].flatMap((end) => [done + end, `${done}s${end}`]).find((one) => vocabulary.spelt.has(one))
}

/** Words for a person or a company after the action or the trade: 'Elektroinstallateurmeisterin', 'Klempnerbetrieb', 'Steuerfachfrau'. */
const ofWhom =
  /^(.{5,}?)(?:s|n|en)?(?:fach)?(?:meister(?:in)?|gesell(?:e|in)|lehrling|betrieb|firma|unternehmen|frau|mann|kraft|angestellter?|(?:ge)?hilf(?:e|in)|helfer(?:in)?|assistent(?:in)?|profi|expert(?:e|in)|spezi|fritze|fuzzi|heini|onkel|tante|typ|team|trupp)$/
const whoDoes = /^(.{5,}?)s?er(?:in)?$/

/** Standard spellings of southern dialects: 'rasnmähn', 'wexln', 'hoass', 'guat'; Swiss and Alemannic: 'Wohnig', 'zügle'. */
const asWritten = (word: string) => [
  word
    .replace(/x/g, 'chs')
    .replace(/(?<=[bdfghklmprstz])n(?=[^aeiou]|$)/g, 'en')
    .replace(/oa/g, 'ei')
    .replace(/ua/g, 'u')
    .replace(/ia/g, 'ie'),
  word.replace(/ig$/, 'ung').replace(/le$/, 'eln'),
]

/** Unit of a verb that is known in another form, 'streicht', 'bricht' for 'brechen', or without its prefix, 'mitbringen'. */
function verbUnit(word: string, vocabulary: Vocabulary): string | undefined {
  const bare = /^(.{3,}?)(?:en|(?<=[lr])n|e?t)$/.exec(word)?.[1]
  if (bare === undefined) return undefined
  const [, base = bare] = verbBeginning.exec(bare) ?? []
  const units = [bare, bare.replace(/ie?(?=[^aeiou]+$)/, 'e'), base].map((one) => unitOf(stemOf(`${one}en`), vocabulary))
  return units.find((unit) => vocabulary.acts.has(unit))
}
const verbBeginning =
  /^(?:ab|an|auf|aus|durch|ein|fest|heim|her|hin|hoch|los|mit|nach|rauf|raus|rein|rum|runter|ruber|um|vorbei|weg|zusammen)(.{4,})$/

/** Unit of a compound's end, if its beginning is unknown: 'Cordsofa' is a kind of 'Sofa'. */
function endUnit(word: string, vocabulary: Vocabulary): string | undefined {
  for (let cut = shortestPart; cut <= word.length - 4; cut += 1) {
    const end = word.slice(cut)
    const stem = vocabulary.parts.get(end)
    if (stem === undefined || isSoft(end) || vagueEnds.has(end) || (end.length < shortestEnd && !shortEnds.has(end))) continue
    const unit = unitOf(stem, vocabulary)
    return vocabulary.acts.has(unit) ? undefined : unit
  }
  return undefined
}
const shortestEnd = 5
/** Ends too general to classify a compound: 'Gießanlage' is not any 'Anlage'. */
const vagueEnds: ReadonlySet<string> = new Set('anlage anlagen maschine maschinen gerat gerate system werkzeug rechner'.split(' '))
const shortEnds: ReadonlySet<string> = new Set('sofa herd dach zaun baum bett auto rohr wand pool'.split(' '))

/** Units of a word: its synonym, or else the units of its parts, resolved recursively. */
function unitsOf(word: string, vocabulary: Vocabulary, depth = 0): readonly string[] | undefined {
  const same = vocabulary.sameAs.get(vocabulary.parts.get(word) ?? stemOf(word))
  if (same !== undefined) return [same]
  const parts = depth > 3 || isOneWord(word) ? [] : splitCompound(word, vocabulary.parts)
  // A compound of words with little meaning that is known as a whole: 'Servicekraft'.
  const isOwn = parts.every(isSoft) && vocabulary.stems.has(stemOf(word))
  if (parts.length < 2 || isOwn) return undefined
  return parts.flatMap((part) => unitsOf(part, vocabulary, depth + 1) ?? [unitOf(vocabulary.parts.get(part) ?? stemOf(part), vocabulary)])
}

const joints = ['', 's', 'n', 'en', 'es', 'er', 'e']
const shortestPart = 3
type Parts = Vocabulary['parts']

/** Known words that a compound is made of, trying the longest last part first, then the longest head; empty for other words. */
export function splitCompound(word: string, parts: Parts, depth = 0): string[] {
  if (depth > 2) return []
  for (const isWhole of [true, false]) {
    for (let cut = shortestPart; cut <= word.length - shortestPart; cut += 1) {
      const tail = partOf(word.slice(cut), parts)
      if (tail === undefined || (word.length - cut < 4 && !shortTails.has(word.slice(cut)))) continue
      for (const joint of joints) {
        const heads = headsOf(word.slice(0, cut), joint, { parts, depth, isWhole })
        if (heads.length > 0) return [...heads, tail]
      }
    }
  }
  return []
}

type HeadGround = { parts: Parts; depth: number; isWhole: boolean }

function headsOf(start: string, joint: string, { parts, depth, isWhole }: HeadGround): string[] {
  const head = start.slice(0, start.length - joint.length)
  if (head.length < shortestPart || !start.endsWith(joint)) return []
  if (!isWhole) return head.length >= 7 ? splitCompound(head, parts, depth + 1) : []
  const whole = functionWords.has(head) ? undefined : partOf(head, parts)
  return whole === undefined ? [] : [whole]
}

/** Known word of a compound's part, also with an ending that no phrase contains. */
function partOf(word: string, parts: Parts): string | undefined {
  if (parts.has(word)) return word
  const ending = partEndings.find((one) => word.endsWith(one)) ?? ''
  const bare = word.slice(0, word.length - ending.length) + (ending === 'ungen' ? 'ung' : '')
  if (parts.has(bare)) return bare
  // 'Trocknerreparateur', 'Zylinderwechsel': the verb is known in other forms.
  const actor = word.length < 4 ? undefined : actorEndings.find((one) => word.endsWith(one))
  if (actor === undefined && word.length < 5) return undefined
  const verb = word.slice(0, word.length - (actor?.length ?? 0))
  return verbEndings.map((one) => verb + one).find((one) => parts.has(one))
}

const partEndings = ['ungen', 'innen', 'in', 'en', 'er', 'es', 'ung', 'e', 'n', 's'] as const
const actorEndings = ['erinnen', 'erin', 'er', 'ungen', 'ung'] as const
const verbEndings = ['en', 'n', 'ung', 'er'] as const

/** Words of three letters that can end compounds: 'Holztür', 'Neubau'. */
const shortTails: ReadonlySet<string> = new Set(['tur', 'bau', 'bad', 'uhr', 'rad', 'hof', 'app', 'tor'])

export const isSoft = (word: string) => softWords.has(word)
const softStems: ReadonlySet<string> = new Set([...softWords].map(stemOf))
/** True for a word with little meaning, in any inflected form: 'blauen'. */
export const isSoftForm = (word: string) => softStems.has(stemOf(word))
export const softUnits = (vocabulary: Vocabulary): ReadonlySet<string> =>
  new Set([...softWords].map((word) => unitOf(stemOf(word), vocabulary)))
