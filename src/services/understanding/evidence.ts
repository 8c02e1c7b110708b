import type { CatalogueIndex, Evidence, Phrase } from './phrases.ts'
import type { Scored } from './scoring.ts'

/** What phrases of each service, of each trade, and of all count together, by `countOf` each. A phrase that may mean several is nobody's. */
export function countEvidence(
  phrases: readonly Phrase[],
  tradeOf: CatalogueIndex['tradeOf'],
  countOf: (phrase: Phrase) => number,
): Evidence {
  const [services, trades] = [new Map<string, number>(), new Map<string, number>()]
  let all = 0
  for (const phrase of phrases) {
    const service = phrase.kind === 'ambiguous' ? undefined : phrase.services[0]
    const trade = service === undefined ? phrase.trade : tradeOf.get(service)
    if (trade == null) continue
    const count = countOf(phrase)
    if (service !== undefined) services.set(service, (services.get(service) ?? 0) + count)
    trades.set(trade, (trades.get(trade) ?? 0) + count)
    all += count
  }
  return { services, trades, all }
}

type Ground = { asked: ReadonlyMap<string, number>; index: CatalogueIndex }

/**
 * The phrases that fit, less where the others of their service have less of what the query says; and services of which no single phrase
 * fits, but all of them together: 'unter der Spüle steht eine Pfütze'. Where a phrase says just that, nothing else counts.
 */
export function withEvidence(scored: readonly Scored[], { asked, index }: Ground): readonly Scored[] {
  if (scored.some(({ isExact }) => isExact)) return scored
  const weighed = weighEvidence(asked, index)
  const known = new Set(scored.flatMap(({ phrase }) => phrase.services))
  const found = weighed.flatMap(({ id, share, isEnough }) => {
    const phrase = index.names.get(id)
    return phrase && isEnough && share > least && !known.has(id)
      ? [{ phrase, text: phrase.text, score: factor * share, isExact: false }]
      : []
  })
  return [...scored.map(adapt(weighed, index)), ...found]
}

type Weighed = { id: string; tradeId: string; share: number }

function adapt(weighed: readonly Weighed[], { tradeOf }: CatalogueIndex) {
  const shares = new Map<string, number>()
  for (const { tradeId, share } of weighed) shares.set(tradeId, Math.max(share, shares.get(tradeId) ?? 0))
  const best = Math.max(leastBest, ...shares.values())
  return (one: Scored): Scored => {
    const { trade, services } = one.phrase
    const share = shares.get(trade ?? tradeOf.get(services[0] ?? '') ?? '') ?? 0
    return { ...one, score: one.score * (1 - counts + (counts * share) / best) }
  }
}

/** For each service of a trade that says any of it: how much likelier its phrases have all of that than any phrase does, from 0 to 1. */
function weighEvidence(asked: ReadonlyMap<string, number>, index: CatalogueIndex) {
  const { evidence, having, tradeOf, isSlight } = index
  const total = [...asked.values()].reduce((sum, each) => sum + each, 0)
  const known = [...asked]
    .map(([unit, each]) => ({ each, isSlight: isSlight(unit), found: countEvidence(having.get(unit) ?? [], tradeOf, () => 1) }))
    .filter(({ found }) => found.all > 0)
  // Of all others nothing speaks for them.
  const trades = new Set(known.flatMap(({ found }) => [...found.trades.keys()]))
  const likely = [...tradeOf].filter(([, tradeId]) => trades.has(tradeId))
  return likely.map(([id, tradeId]) => {
    let [weight, covered, units] = [0, 0, 0]
    for (const { each, isSlight: isSlightOne, found } of known) {
      const [own, trade] = [found.services.get(id) ?? 0, found.trades.get(tradeId) ?? 0]
      if (own + trade === 0) {
        weight += each * unsaid
        continue
      }
      const ownPart = ownShare * shareOf(own, evidence.services.get(id))
      const tradePart = tradeShare * shareOf(trade, evidence.trades.get(tradeId))
      weight += each * Math.log((ownPart + tradePart) / shareOf(found.all, evidence.all) + anyShare)
      if (trade > 0) covered += each
      if (own > 0 && !isSlightOne) units += 1
    }
    const isEnough = units >= fewestUnits && covered >= leastCovered * Math.min(total, longestCovered)
    return { id, tradeId, share: Math.min(1, weight / surely), isEnough }
  })
}

const ownShare = 0.55
const tradeShare = 0.15
const anyShare = 0.3
/** What a unit weighs that neither the service's phrases nor its trade's have. */
const unsaid = Math.log(anyShare)
/** From this on it is as sure as a phrase that fits. */
const surely = 7
const factor = 0.9
const least = 0.3
/** So much of a phrase's score is a matter of the evidence. */
const counts = 0.4
const leastBest = 0.05
const fewestUnits = 2
/** So much of the query has to be known to the trade; in a long sentence, of as much as a short one says. */
const leastCovered = 0.5
const longestCovered = 3
const shareOf = (count: number, all = 0) => count / Math.max(1, all)
