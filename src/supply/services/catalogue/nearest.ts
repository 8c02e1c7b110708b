import { foldDigraphs } from '#src/platform/kit/text.ts'
import type { Catalogue, CatalogueService } from './rules.ts'

/** Entry of the catalogue that fits typed words; `phrase` is its best fitting phrase. */
export type Near = { service: CatalogueService; category: string; tradeName: string; phrase: string; score: number; likeness: number }

/** Minimum score of a suggested entry. */
const likely = 0.5
/** Likeness from which free text is mapped to an entry, as 'Fensterreinigung mit Rahmen' is. */
const sure = 0.75
/** Bonus to the score of an entry in the company's own category. */
const ownCategory = 0.15

/**
 * Entries that fit typed words best; the given category wins among equals. For suggestions in forms while the user types. The search uses
 * `understand` instead.
 */
export function nearestEntries(catalogue: Catalogue, typed: string, { category, limit = 8 }: { category?: string; limit?: number }) {
  const words = wordsOf(typed, catalogue)
  if (words.length === 0) return []
  return known(catalogue)
    .flatMap((entry): Near[] => {
      const { phrase, score, likeness } = bestPhrase(entry.phrases, words)
      if (score < likely) return []
      const { service, tradeName } = entry
      const bonus = entry.category === category ? ownCategory : 0
      return [{ service, tradeName, category: entry.category, phrase, likeness, score: score + bonus }]
    })
    .sort((one, other) => other.score - one.score || one.service.name.localeCompare(other.service.name, 'de'))
    .slice(0, limit)
}

/** Entry that a title means; undefined if none is near enough, and for a mere compound head ('Beratung', 'Reinigung'). */
export function nearestEntry(catalogue: Catalogue, title: string, category: string) {
  const heads = Object.keys(catalogue.words.compound_heads).map((head) => foldDigraphs(head.replace(/^-/, '')))
  if (wordsOf(title, catalogue).every((word) => heads.includes(word))) return undefined
  return nearestEntries(catalogue, title, { category, limit: 1 }).find(({ likeness }) => likeness >= sure)?.service
}

type Phrase = { text: string; words: readonly string[] }
type Known = { service: CatalogueService; category: string; tradeName: string; phrases: readonly Phrase[] }
const knownOf = new WeakMap<Catalogue, readonly Known[]>()

/** Catalogue with its phrases split into words, cached per catalogue. */
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

/**
 * Best phrase for typed words. A phrase that contains all of them counts while the user is typing; `likeness` is reduced by words that only
 * one side has.
 */
function bestPhrase(phrases: readonly Phrase[], typed: readonly string[]) {
  let best = { phrase: '', score: 0, likeness: 0 }
  for (const { text, words } of phrases) {
    if (words.length === 0) continue
    const [held, used] = [covered(typed, words), covered(words, typed)]
    const score = 0.75 * held + 0.25 * used
    const likeness = Math.max(best.likeness, (held + used) / 2)
    best = score > best.score ? { phrase: text, score, likeness } : { ...best, likeness }
  }
  return best
}

/** Share of these words that the others cover, from 0 to 1, weighted by word length. */
function covered(words: readonly string[], others: readonly string[]) {
  const all = words.reduce((sum, word) => sum + word.length, 0)
  return words.reduce((sum, word) => sum + word.length * Math.max(...others.map((other) => likenessOf(word, other))), 0) / all
}

/** Likeness of two words: equal, prefix, common stem ('reinigen', 'Reinigung'), or part of a compound. */
function likenessOf(one: string, other: string) {
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
