import { exactKeyOf, keyOf } from './catalogueIndex.ts'
import { isCustomer } from './customers.ts'
import { isElsewhere, type Named, readElsewhere, withoutElsewhere } from './elsewhere.ts'
import { withEvidence } from './evidence.ts'
import { isPerson } from './names.ts'
import { type CatalogueIndex, phraseKinds } from './phrases.ts'
import { isForSale } from './products.ts'
import { type Scored, scorePhrases, weighUnits } from './scoring.ts'
import { functionWords } from './small.ts'
import { stemOf, wordsIn } from './stem.ts'
import { largeTowns } from './towns.ts'
import { nearestCompound, nearestFunction, nearestWord } from './typos.ts'
import { type MeantService, notUnderstood, type Understood } from './understood.ts'
import { isSoft, isSoftForm, type Read, readWords, type Vocabulary } from './vocabulary.ts'

/** Interprets typed text as services and trades of the catalogue; empty if the catalogue has nothing similar. */
export function understand(typed: string, index: CatalogueIndex): Understood {
  const apart = wordsIn(typed).filter(isOfIntent).slice(0, mostWords)
  if (isPerson(apart, index.people)) return { ...notUnderstood, rest: apart }
  const words = findWhole(apart, index) ? apart : joinParts(apart, index.vocabulary)
  const asTyped = readWords(words, index.vocabulary)
  const named = readElsewhere(words, index).filter((one) => !isBeside(one, { words, read: asTyped, index }))
  const whole = findWhole(words, index)
  if (isElsewhere(named, asTyped, index.vocabulary) || isForSale(words, index.wares))
    return { ...notUnderstood, isElsewhere: true, rest: asTyped.map(({ word }) => word) }
  if (whole) return conclude(whole, { index, read: asTyped, corrections: [], isWhole: true })
  const corrections = correct(asTyped, { index, named })
  const meant = words.map((word) => corrections.find((one) => one.typed === word)?.meant ?? word)
  const read = corrections.length === 0 ? asTyped : readWords(meant, index.vocabulary)
  const meantWhole = corrections.length === 0 ? undefined : findWhole(meant, index)
  if (meantWhole) return conclude(meantWhole, { index, read, corrections, isWhole: true })
  const customers = new Set(read.filter((one) => isCustomer(one, read, index)).map(({ word }) => word))
  const asked = weighUnits(
    read.map((one) => ({
      ...one,
      isPlace: isPlace(one, words),
      isAside: [isPurpose, isWhere, isWhen].some((is) => is(one, { words: meant, read, index })),
      isCustomer: customers.has(one.word),
    })),
    index,
  )
  const doing = new Set(meant.filter((word) => !customers.has(word)))
  const scored = scorePhrases(asked, { index, words: new Set(meant), doing })
  const found = withoutElsewhere(withEvidence(scored, { asked, index }), { named, read, index })
  return { ...conclude(found, { index, read, corrections, isWhole: false }), isElsewhere: found.length === 0 && named.length > 0 }
}

const mostWords = 30

/** Joins a compound that was typed as two words, as dictation does: 'haus meister'. An action stays a word of its own: 'Rohr reinigen'. */
function joinParts(words: readonly string[], { spelt, acts, sameAs }: Vocabulary): readonly string[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    const stem = stemOf(word)
    const isPart =
      [last, word].every((one) => one.length >= shortestJoined && !functionWords.has(one)) && !acts.has(sameAs.get(stem) ?? stem)
    const compound = isPart ? [last + word, `${last}s${word}`, `${last}n${word}`].find((one) => spelt.has(one)) : undefined
    if (compound !== undefined) joined.pop()
    joined.push(compound ?? word)
  }
  return joined
}
const shortestJoined = 3

/**
 * False for words without meaning for the intent: '3 Stunden' is a duration, not a lesson (but '24 Stunden' describes a service); 'Okay
 * Google' addresses a device.
 */
const isOfIntent = (word: string, place: number, words: readonly string[]) =>
  !(/^stunden?$/.test(word) && /^(?!24)\d+$/.test(words[place - 1] ?? '')) &&
  !(word === 'google' && /^(hey|ok|okay)$/.test(words[place - 1] ?? ''))

/**
 * Phrases that consist of exactly these words, in any order. If they differ in function words, the nearest: 'Hausmeister' is not
 * 'Hausmeister für WEG'.
 */
function findWhole(words: readonly string[], { whole }: CatalogueIndex): Scored[] | undefined {
  const found = whole.get(exactKeyOf(words)) ?? whole.get(keyOf(words))
  if (found === undefined) return undefined
  const typed = new Set(words)
  const apartOf = new Map(found.map((phrase) => [phrase, countApart(phrase.plain.split(' '), typed)]))
  const least = Math.min(...apartOf.values())
  return found.flatMap((phrase) => (apartOf.get(phrase) === least ? [{ phrase, text: phrase.text, score: 1, isExact: true }] : []))
}

/** Number of words that only one side has; those that only the phrase has count double. */
function countApart(said: readonly string[], typed: ReadonlySet<string>) {
  const beyond = said.filter((word) => !typed.has(word)).length
  return 2 * beyond + typed.size - (said.length - beyond)
}

type TypoContext = { index: CatalogueIndex; named: readonly Named[] }

function correct(read: readonly Read[], { index: { vocabulary, having }, named }: TypoContext) {
  const { spelt, sounds, unrelated } = vocabulary
  return read.flatMap(({ word, units, isKnown, isByEnd = false }) => {
    // 'Weber' is not a typo of 'Werber'.
    if (unrelated.has(word) || isSoftForm(word) || named.some(({ words }) => words.has(word))) return []
    const isSaid = isKnown && units.some((unit) => having.has(unit) || vocabulary.acts.has(unit))
    const asFunction = isKnown ? undefined : nearestFunction(word)
    if (asFunction !== undefined) return [{ typed: word, meant: asFunction }]
    // A compound that no phrase contains may be a typo of one that a phrase contains: 'Dachfester'.
    const isOwnCompound = isSaid && (isByEnd || units.length > 1) && !spelt.has(word) && !word.includes(' ')
    const near = isSaid && !isOwnCompound ? undefined : nearestWord(word, { spelt, sounds, most: isSaid ? 1 : 2 })
    const meant = near ?? (isKnown ? undefined : nearestCompound(word, vocabulary))
    return meant === undefined ? [] : [{ typed: word, meant }]
  })
}

/** True for a place name, which carries no intent: an unknown word after one of these prepositions, or a large town anywhere. */
const isPlace = ({ word, isKnown }: Read, words: readonly string[]) =>
  !isKnown && (largeTowns.has(word) || beforePlaces.has(words[words.indexOf(word) - 1] ?? ''))
const beforePlaces: ReadonlySet<string> = new Set(['in', 'nach', 'von', 'bei', 'aus', 'um', 'nahe', 'raum'])

type Sentence = { words: readonly string[]; read: readonly Read[]; index: CatalogueIndex }
const placeOf = ({ word }: Read, words: readonly string[]) => words.indexOf(word.split(' ')[0] ?? '')

/** True if a word that is not offered only names the location or the purpose of an offered service: 'Alarmanlage für Ferienhaus'. */
function isBeside({ words: own }: Named, { words, read, index }: Sentence) {
  return [...own].every((word) => {
    const before = words.slice(0, words.indexOf(word)).findLastIndex((one) => beforeThings.has(one) || !functionWords.has(one))
    if (!beforeThings.has(words[before] ?? '')) return false
    return read.some(
      (other) => placeOf(other, words) < before && other.units.some((unit) => index.objects.has(unit) && !index.isSlight(unit)),
    )
  })
}
const beforeThings: ReadonlySet<string> = new Set('fur furs im in ins am an bei beim vom zum zur auf aus vor'.split(' '))

/**
 * True for words after 'für', which name the purpose and not the service: 'Homepage für meinen Friseursalon'; also after 'ohne': 'Umzug
 * ohne Stress'. False if no service is named before.
 */
function isPurpose(one: Read, { words, read, index }: Sentence) {
  const before = opened(one, words, beforePurposes)
  if (before === undefined) return false
  // A compound with an action names a service: 'Streudienst'.
  const isNamed = ({ units }: Read) => units.some((unit) => !index.isSlight(unit) || (units.length > 1 && index.vocabulary.acts.has(unit)))
  return read.some((other) => placeOf(other, words) < before && isNamed(other))
}
const beforePurposes: ReadonlySet<string> = new Set(['fur', 'furs', 'ohne'])

/** Index of the nearest of these words before `one`, if no content word is between them. */
function opened(one: Read, words: readonly string[], by: ReadonlySet<string>) {
  const isTelling = (word: string) => !functionWords.has(word) && !isSoft(word)
  const before = words.slice(0, placeOf(one, words)).findLastIndex((word) => by.has(word) || isTelling(word))
  return by.has(words[before] ?? '') ? before : undefined
}

/**
 * True for words after a preposition such as 'durch' or 'über', which name a location and not the service: 'Katze ist über den Zaun'. False
 * if nothing else is named.
 */
function isWhere(one: Read, { words, read, index }: Sentence) {
  if (opened(one, words, beforeWheres) === undefined) return false
  return read.some(
    (other) =>
      other !== one &&
      opened(other, words, beforeWheres) === undefined &&
      other.units.some((unit) => !index.isSlight(unit) && index.having.has(unit)),
  )
}
const beforeWheres: ReadonlySet<string> = new Set('durch durchs uber ubers hinter hinterm neben'.split(' '))

/**
 * True for words of a clause after a conjunction such as 'wenn' or 'damit', which name a condition or a purpose and not the service:
 * 'Sicherung fliegt raus, wenn ich den Herd anmache'. False if no object is named before.
 */
function isWhen(one: Read, { words, read, index }: Sentence) {
  const clause = words.slice(0, placeOf(one, words)).findLastIndex((word) => beforeWhens.has(word))
  return (
    clause > 0 &&
    read.some((other) => placeOf(other, words) < clause && other.units.some((unit) => index.objects.has(unit) && !index.isSlight(unit)))
  )
}
const beforeWhens: ReadonlySet<string> = new Set('wenn falls damit weil'.split(' '))

const mostServices = 8
const mostTrades = 4

type Ground = { index: CatalogueIndex; read: readonly Read[]; corrections: Understood['corrections']; isWhole: boolean }

function conclude(scored: readonly Scored[], { index, read, corrections, isWhole }: Ground): Understood {
  const near = chooseNear(scored)
  if (near.length === 0) return { ...notUnderstood, rest: read.map(({ word }) => word), corrections }
  const services = new Map<string, MeantService>()
  const trades = new Set<string>()
  const likelyTrades = new Set<string>()
  const best = near[0]?.score ?? 0
  for (const { phrase, text, score } of near) {
    const isLikely = score >= best * hardlyLess
    for (const id of phrase.services) {
      if (!services.has(id)) services.set(id, { id, phrase: text, isExact: score >= 1, isLikely })
    }
    for (const trade of [...phrase.services.map((id) => index.tradeOf.get(id)), phrase.trade]) {
      if (trade == null) continue
      trades.add(trade)
      if (isLikely) likelyTrades.add(trade)
    }
  }
  const explained = new Set(near.flatMap(({ phrase }) => [...phrase.units, ...phrase.acts.flatMap(({ units }) => units)]))
  const told = read.filter(({ units }) => units.some((unit) => explained.has(unit)))
  const telling = told.some(({ word }) => !isSoft(word)) ? told.filter(({ word }) => !isSoft(word)) : told
  return {
    services: [...services.values()].slice(0, mostServices),
    tradeIds: [...trades].slice(0, mostTrades),
    likelyTradeIds: [...likelyTrades].slice(0, mostTrades),
    isTrade: near[0]?.phrase.trade != null && !near.some(({ phrase, score }) => phrase.services.length > 0 && score === near[0]?.score),
    isWhole,
    isElsewhere: false,
    isGuess: telling.length > 0 && telling.every(({ word }) => isGuessed(word, corrections, index)),
    telling: telling.flatMap(({ word }) => word.split(' ')),
    rest: read.filter((one) => !one.isKnown && !told.includes(one)).map(({ word }) => word),
    corrections: corrections
      .filter(({ meant }) => !functionWords.has(meant))
      .map(({ typed, meant }) => ({ typed, meant: index.vocabulary.spelt.get(meant)?.written ?? meant })),
  }
}

/** True for a short word that was corrected or is not in the catalogue: it may mean anything. */
function isGuessed(word: string, corrections: Understood['corrections'], { vocabulary }: CatalogueIndex) {
  const typed = corrections.find(({ meant }) => meant === word)?.typed
  return (typed ?? word).length <= longestGuess && (typed !== undefined || !vocabulary.spelt.has(word))
}
const longestGuess = 6

/** Phrases that are meant, the best first: only the exact matches if there are good ones, otherwise all with a score near the best. */
function chooseNear(scored: readonly Scored[]) {
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const exact = scored.filter(({ isExact, score }) => isExact && score >= best * nearlyAsGood)
  return (exact.length > 0 ? exact : scored.filter(({ score }) => score >= best * roughlyAsGood)).sort(
    (a, b) => b.score - a.score || phraseKinds.indexOf(a.phrase.kind) - phraseKinds.indexOf(b.phrase.kind),
  )
}
const hardlyLess = 0.93
const nearlyAsGood = 0.86
const roughlyAsGood = 0.7
