import type { CatalogueIndex, Evidence, Phrase } from './phrases.ts'
import type { Scored } from './scoring.ts'

/**
 * Sums `countOf` over the phrases of each service, of each trade, and of all. Ambiguous phrases belong to no single service and are left
 * out.
 */
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
 * Adjusts scores by the evidence of all phrases: lowers a matching phrase whose service and trade otherwise have little of the query, and
 * adds services that only their phrases together match: 'unter der Spüle steht eine Pfütze'. Exact matches are returned unchanged.
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

/**
 * Likelihood from 0 to 1 that a query means a service, a naive Bayes estimate: frequency of the query's units in the phrases of the service
 * and its trade, relative to all phrases. Only for trades that have one of the units.
 */
function weighEvidence(asked: ReadonlyMap<string, number>, index: CatalogueIndex) {
  const { evidence, having, tradeOf, isSlight } = index
  const total = [...asked.values()].reduce((sum, each) => sum + each, 0)
  const known = [...asked]
    .map(([unit, each]) => ({ each, isSlight: isSlight(unit), found: countEvidence(having.get(unit) ?? [], tradeOf, () => 1) }))
    .filter(({ found }) => found.all > 0)
  // Services of all other trades have no evidence.
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
/** Log weight of a unit that occurs in no phrase of the service or its trade. */
const unsaid = Math.log(anyShare)
/** Weight from which the evidence counts as much as a matching phrase. */
const surely = 7
const factor = 0.9
const least = 0.3
/** Share of a phrase's score that the evidence decides. */
const counts = 0.4
const leastBest = 0.05
const fewestUnits = 2
/** Share of the query's weight that the trade must cover. In a long sentence it is a share of at most `longestCovered`. */
const leastCovered = 0.5
const longestCovered = 3
const shareOf = (count: number, all = 0) => count / Math.max(1, all)
