import type { Catalogue } from '../catalogue/rules.ts'
import type { CatalogueIndex, Counts, Evidence, Phrase } from './phrases.ts'
import type { Scored } from './scoring.ts'

export function collectEvidence(phrases: readonly Phrase[], catalogue: Catalogue): Evidence {
  const all = noCounts()
  const trades = new Map(catalogue.trades.map(({ id }) => [id, noCounts()]))
  const services = catalogue.services.map(({ id, tradeId }) => ({ id, tradeId, own: noCounts(), trade: trades.get(tradeId) ?? noCounts() }))
  const byId = new Map(services.map((one) => [one.id, one]))
  for (const { kind, services: ids, trade, units } of phrases) {
    const service = kind === 'ambiguous' ? undefined : byId.get(ids[0] ?? '')
    const counted = [service?.own, service?.trade ?? trades.get(trade ?? '')].filter((one) => one !== undefined)
    if (counted.length === 0) continue
    for (const unit of units) for (const counts of [...counted, all]) count(counts, unit)
  }
  return { services, all }
}

const noCounts = (): Counts => ({ of: new Map(), all: 0 })

function count(counts: Counts, unit: string) {
  counts.of.set(unit, (counts.of.get(unit) ?? 0) + 1)
  counts.all += 1
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

/** For each service: how much likelier its phrases have all of that than any phrase does, from 0 to 1. */
function weighEvidence(asked: ReadonlyMap<string, number>, { evidence: { services, all }, isSlight }: CatalogueIndex) {
  const total = [...asked.values()].reduce((sum, each) => sum + each, 0)
  const known = [...asked].filter(([unit]) => all.of.has(unit))
  return services.map(({ id, tradeId, own, trade }) => {
    let [weight, covered, units] = [0, 0, 0]
    for (const [unit, each] of known) {
      weight += each * Math.log((ownShare * shareOf(unit, own) + tradeShare * shareOf(unit, trade)) / shareOf(unit, all) + anyShare)
      if (trade.of.has(unit)) covered += each
      if (own.of.has(unit) && !isSlight(unit)) units += 1
    }
    const isEnough = units >= fewestUnits && covered >= leastCovered * Math.min(total, longestCovered)
    return { id, tradeId, share: Math.min(1, weight / surely), isEnough }
  })
}

const ownShare = 0.55
const tradeShare = 0.15
const anyShare = 0.3
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
const shareOf = (unit: string, { of, all }: Counts) => (of.get(unit) ?? 0) / Math.max(1, all)
