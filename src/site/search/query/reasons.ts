import { foldText } from '#src/platform/kit/text.ts'
import type { CatalogueIndex } from '#src/supply/services/understanding/phrases.ts'
import { functionWords } from '#src/supply/services/understanding/small.ts'
import { plainOf } from '#src/supply/services/understanding/stem.ts'
import { splitWords } from './highlight.ts'
import type { Meaning } from './plan.ts'
import { textPoints } from './ranking.ts'
import type { FoundCompany, MatchedOffer, SearchResponse } from './rules.ts'

type Reason = FoundCompany['reasons'][number]

/**
 * Reasons why a company was found by words: the kind of match per word, the best first. `points` are those of the text, one per meaning.
 */
export function reasonsOf(meanings: readonly Meaning[], points: readonly number[]): Reason[] {
  const reasons = meanings.flatMap((one, place) => {
    const kind = one.isFilter || one.word === '' ? undefined : kindOf(one, points[place] ?? 0)
    return kind ? [{ word: one.word, kind, corrected: one.corrected }] : []
  })
  return reasons.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

const kinds: readonly Reason['kind'][] = ['service', 'trade', 'offered', 'mentioned', 'part']

function kindOf(one: Meaning, points: number): Reason['kind'] | undefined {
  // An intent in the company's own words: in the offer, or anywhere.
  if (one.said) return points >= textPoints.mentioned ? 'offered' : 'mentioned'
  const isWritten = one.near.length + one.parts.length + one.inside.length > 0
  if (isWritten && points >= textPoints.offered) return 'offered'
  if (isWritten && points >= textPoints.mentioned) return 'mentioned'
  if (isWritten && points >= textPoints.part) return 'part'
  return undefined
}

/** Unknown words in the typed spelling, each with the known word that was searched instead. */
export function correctionsOf(meanings: readonly Meaning[], typed: string): SearchResponse['corrections'] {
  const words = splitWords(typed)
  return meanings.flatMap(({ word, corrected }) =>
    corrected === null ? [] : [{ typed: words.find((one) => foldText(one) === word) ?? word, meant: corrected }],
  )
}

/** A correction in the typed spelling. */
export const respell = ({ typed: plain, meant }: SearchResponse['corrections'][number], typed: string) => ({
  typed: splitWords(typed).find((one) => plainOf(one) === plain) ?? plain,
  meant,
})

/** Service of the intent that the company offers, by its own title if it has one. */
export function offerReason({ offered, service, trade }: MatchedOffer, { catalogue }: CatalogueIndex): Reason | undefined {
  const name = offered?.title ?? catalogue.services.find(({ id }) => id === service)?.name
  if (name !== undefined) return { word: name, kind: 'service', corrected: null }
  const known = catalogue.trades.find(({ id }) => id === trade)
  return known && { word: known.name, kind: 'trade', corrected: null }
}

/** Typed words that are distinctive. */
export const distinctiveWords = (typed: string) => splitWords(typed).filter((one) => one !== '' && !functionWords.has(plainOf(one)))
