import { foldDigraphs } from '#src/kit/text.ts'
import type { Catalogue, CatalogueService } from './rules.ts'

/** An entry of the catalogue that fits typed words; `phrase` is the way of saying it that fits best. */
export type Near = { service: CatalogueService; category: string; tradeName: string; phrase: string; score: number }

/** Below it an entry has nothing to do with the words; from `sure` on own words are tied to it. */
const likely = 0.5
const sure = 0.6
/** So much nearer is an entry of the company's own category. */
const ownCategory = 0.15

/**
 * The entries that fit typed words best, those of the given category first among equals. For forms, while somebody types; what people search
 * for is understood elsewhere.
 */
export function nearestEntries(catalogue: Catalogue, typed: string, { category, limit = 8 }: { category?: string; limit?: number }) {
  const words = wordsOf(typed, catalogue)
  if (words.length === 0) return []
  return known(catalogue)
    .flatMap((entry): Near[] => {
      const { phrase, score } = bestPhrase(entry.phrases, words)
      if (score < likely) return []
      const { service, tradeName } = entry
      return [{ service, tradeName, category: entry.category, phrase, score: score + (entry.category === category ? ownCategory : 0) }]
    })
    .sort((one, other) => other.score - one.score || one.service.name.localeCompare(other.service.name, 'de'))
    .slice(0, limit)
}

/** The entry that own words mean; undefined when none is near enough. */
export const nearestEntry = (catalogue: Catalogue, title: string, category: string) =>
  nearestEntries(catalogue, title, { category, limit: 1 }).find(({ score }) => score >= sure)?.service

type Phrase = { text: string; words: readonly string[] }
type Known = { service: CatalogueService; category: string; tradeName: string; phrases: readonly Phrase[] }
const knownOf = new WeakMap<Catalogue, readonly Known[]>()

/** The catalogue with its phrases as words, made once for each catalogue that a process holds. */
function known(catalogue: Catalogue) {
  const held = knownOf.get(catalogue)
  if (held) return held
  const trades = new Map(catalogue.trades.map((trade) => [trade.id, trade]))
  const made = catalogue.services.map((service) => ({
    service,
    category: trades.get(service.tradeId)?.category ?? '',
    tradeName: trades.get(service.tradeId)?.name ?? '',
    phrases: [service.name, ...service.said].map((text) => ({ text, words: wordsOf(text, catalogue) })),
  }))
  knownOf.set(catalogue, made)
  return made
}

/** Folded words without fillers. */
const wordsOf = (text: string, { words: { fillers } }: Catalogue) =>
  foldDigraphs(text)
    .split(/[^a-z0-9²]+/)
    .filter((word) => word.length > 1 && !fillers.includes(word))

function bestPhrase(phrases: readonly Phrase[], typed: readonly string[]) {
  let best = { phrase: '', score: 0 }
  for (const { text, words } of phrases) {
    const score = words.length === 0 ? 0 : 0.75 * covered(typed, words) + 0.25 * covered(words, typed)
    if (score > best.score) best = { phrase: text, score }
  }
  return best
}

/** How much of these words the others hold, from 0 to 1. */
const covered = (words: readonly string[], others: readonly string[]) =>
  words.reduce((sum, word) => sum + Math.max(...others.map((other) => likeness(word, other))), 0) / words.length

/** How alike two words are: the same, one begun, of one stem ('reinigen', 'Reinigung'), or a part of a compound. */
function likeness(one: string, other: string) {
  if (one === other) return 1
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= 3 && long.startsWith(short)) return 0.85
  const stem = commonStart(one, other)
  if (stem >= 4 && stem >= 0.65 * long.length) return 0.8
  return short.length >= 4 && long.includes(short) ? 0.6 : 0
}

function commonStart(one: string, other: string) {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
