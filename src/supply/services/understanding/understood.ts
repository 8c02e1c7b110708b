/**
 * Service that a query means: its id in the catalogue, and the matching phrase. `isExact`: the query is just that phrase. `isLikely`: its
 * score is close to the best.
 */
export type MeantService = { id: string; phrase: string; isExact: boolean; isLikely: boolean }

/** Interpretation of a query. Without services and trades the catalogue has no match. */
export type Understood = {
  /** Sorted by likelihood, the likeliest first. */
  services: readonly MeantService[]
  /** Trades that the query names ('Elektrikerin') or that its services belong to. */
  tradeIds: readonly string[]
  /** Trades with a score close to the best. */
  likelyTradeIds: readonly string[]
  /** The query names the trade itself and none of its services. */
  isTrade: boolean
  /** The query is a phrase of the catalogue, word for word. */
  isWhole: boolean
  /** The interpretation rests only on short words that were corrected or are unknown. */
  isGuess: boolean
  /** Words on which the interpretation rests. */
  telling: readonly string[]
  /** The query names something that is not offered: 'Pizza bestellen'. */
  isElsewhere: boolean
  /** Words that the catalogue does not know: a name, a town, or anything else. */
  rest: readonly string[]
  corrections: readonly { typed: string; meant: string }[]
}

export const notUnderstood: Understood = {
  services: [],
  tradeIds: [],
  likelyTradeIds: [],
  isTrade: false,
  isWhole: false,
  isGuess: false,
  isElsewhere: false,
  telling: [],
  rest: [],
  corrections: [],
}
