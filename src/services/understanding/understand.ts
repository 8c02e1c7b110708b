import { exactKeyOf, keyOf } from './catalogueIndex.ts'
import { isCustomer } from './customers.ts'
import { isElsewhere, type Named, readElsewhere, withoutElsewhere } from './elsewhere.ts'
import { withEvidence } from './evidence.ts'
import { isPerson } from './names.ts'
import { type CatalogueIndex, phraseKinds } from './phrases.ts'
import { type Scored, scorePhrases, weighUnits } from './scoring.ts'
import { nearestCompound, nearestFunction, nearestWord } from './slips.ts'
import { functionWords } from './small.ts'
import { stemOf, wordsIn } from './stem.ts'
import { largeTowns } from './towns.ts'
import { type MeantService, notUnderstood, type Understood } from './understood.ts'
import { isSoft, isSoftForm, type Read, readWords, type Vocabulary } from './vocabulary.ts'
import { isForSale } from './wares.ts'

/** What somebody needs, as services and trades of the catalogue; none when the catalogue has nothing like it. */
export function understand(typed: string, index: CatalogueIndex): Understood {
  const apart = wordsIn(typed).filter(isOfNeed).slice(0, mostWords)
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

/** A compound in two words, as phones hear it: 'haus meister'. What is done stays a word: 'Rohr reinigen'. */
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

/** '3 Stunden' is how long, and no lesson (but '24 Stunden' how); 'Okay Google' is said to a device. */
const isOfNeed = (word: string, place: number, words: readonly string[]) =>
  !(/^stunden?$/.test(word) && /^(?!24)\d+$/.test(words[place - 1] ?? '')) &&
  !(word === 'google' && /^(hey|ok|okay)$/.test(words[place - 1] ?? ''))

/** The phrases that are just these words, in any order; of those that differ in function words the nearest: 'Hausmeister' is none 'für WEG'. */
function findWhole(words: readonly string[], { whole }: CatalogueIndex): Scored[] | undefined {
  const found = whole.get(exactKeyOf(words)) ?? whole.get(keyOf(words))
  if (found === undefined) return undefined
  const typed = new Set(words)
  const apartOf = new Map(found.map((phrase) => [phrase, countApart(phrase.plain.split(' '), typed)]))
  const least = Math.min(...apartOf.values())
  return found.flatMap((phrase) => (apartOf.get(phrase) === least ? [{ phrase, text: phrase.text, score: 1, isExact: true }] : []))
}

/** How many words either says beyond the other; what the phrase says beyond the query counts more. */
function countApart(said: readonly string[], typed: ReadonlySet<string>) {
  const beyond = said.filter((word) => !typed.has(word)).length
  return 2 * beyond + typed.size - (said.length - beyond)
}

type SlipGround = { index: CatalogueIndex; named: readonly Named[] }

function correct(read: readonly Read[], { index: { vocabulary, having }, named }: SlipGround) {
  const { spelt, sounds, unrelated } = vocabulary
  return read.flatMap(({ word, units, isKnown, isByEnd = false }) => {
    // 'Weber' is no slip of 'Werber'.
    if (unrelated.has(word) || isSoftForm(word) || named.some(({ words }) => words.has(word))) return []
    const isSaid = isKnown && units.some((unit) => having.has(unit) || vocabulary.acts.has(unit))
    const asFunction = isKnown ? undefined : nearestFunction(word)
    if (asFunction !== undefined) return [{ typed: word, meant: asFunction }]
    // A compound that nobody wrote yet may be a slip of one that somebody did: 'Dachfester'.
    const isOwnCompound = isSaid && (isByEnd || units.length > 1) && !spelt.has(word) && !word.includes(' ')
    const near = isSaid && !isOwnCompound ? undefined : nearestWord(word, { spelt, sounds, most: isSaid ? 1 : 2 })
    const meant = near ?? (isKnown ? undefined : nearestCompound(word, vocabulary))
    return meant === undefined ? [] : [{ typed: word, meant }]
  })
}

/** An unknown word behind one of these is a place, and says nothing of the need; so is a large town anywhere. */
const isPlace = ({ word, isKnown }: Read, words: readonly string[]) =>
  !isKnown && (largeTowns.has(word) || beforePlaces.has(words[words.indexOf(word) - 1] ?? ''))
const beforePlaces: ReadonlySet<string> = new Set(['in', 'nach', 'von', 'bei', 'aus', 'um', 'nahe', 'raum'])

type Sentence = { words: readonly string[]; read: readonly Read[]; index: CatalogueIndex }
const placeOf = ({ word }: Read, words: readonly string[]) => words.indexOf(word.split(' ')[0] ?? '')

/** Where something is that somebody does here, or whom it is for, may be anything: 'Alarmanlage für Ferienhaus'. */
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
 * Behind 'für' stands what something is for, and not what is needed: 'Homepage für meinen Friseursalon'; unless nothing stands before it. So
 * behind 'ohne': 'Umzug ohne Stress'.
 */
function isPurpose(one: Read, { words, read, index }: Sentence) {
  const before = opened(one, words, beforePurposes)
  if (before === undefined) return false
  // A compound of what is done tells: 'Streudienst'.
  const isNamed = ({ units }: Read) => units.some((unit) => !index.isSlight(unit) || (units.length > 1 && index.vocabulary.acts.has(unit)))
  return read.some((other) => placeOf(other, words) < before && isNamed(other))
}
const beforePurposes: ReadonlySet<string> = new Set(['fur', 'furs', 'ohne'])

/** Where the nearest of these words before it stands, with nothing telling between. */
function opened(one: Read, words: readonly string[], by: ReadonlySet<string>) {
  const isTelling = (word: string) => !functionWords.has(word) && !isSoft(word)
  const before = words.slice(0, placeOf(one, words)).findLastIndex((word) => by.has(word) || isTelling(word))
  return by.has(words[before] ?? '') ? before : undefined
}

/** Behind 'durch' or 'über' stands where something is or goes, and not what: 'Katze ist über den Zaun'; unless nothing else is named. */
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
 * Behind 'wenn' stands when it is so, behind 'damit' what for, and not what is needed: 'Sicherung fliegt raus, wenn ich den Herd anmache';
 * unless nothing stands before it.
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

/** A short word that the catalogue spells otherwise may be any word. */
function isGuessed(word: string, corrections: Understood['corrections'], { vocabulary }: CatalogueIndex) {
  const typed = corrections.find(({ meant }) => meant === word)?.typed
  return (typed ?? word).length <= longestGuess && (typed !== undefined || !vocabulary.spelt.has(word))
}
const longestGuess = 6

/**
 * The phrases that are meant, the best first: those that say just what was asked, and no others beside them, or else those that come near,
 * of which more may be meant.
 */
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
