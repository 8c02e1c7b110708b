/**
 * A service that a query means: its id in the catalogue, and the way to say it that matched. `isExact`: the query says just that. `isLikely`:
 * hardly less likely than the likeliest.
 */
export type MeantService = { id: string; phrase: string; isExact: boolean; isLikely: boolean }

/** What a query means by the catalogue. Without services and trades the catalogue does not know it. */
export type Understood = {
  /** The likeliest first. */
  services: readonly MeantService[]
  /** Trades that it names ('Elektrikerin') or that its services belong to. */
  tradeIds: readonly string[]
  /** Those of them that are hardly less likely than the likeliest. */
  likelyTradeIds: readonly string[]
  /** The query names the trade itself and none of its services. */
  isTrade: boolean
  /** The query is a way of saying it, word for word. */
  isWhole: boolean
  /** It was understood from short words alone that the catalogue spells otherwise. */
  isGuess: boolean
  /** Words that the need was understood from. */
  telling: readonly string[]
  /** The query names something that nobody here does: 'Pizza bestellen'. */
  isElsewhere: boolean
  /** Words that say something nobody here knows: a name, a town, anything. */
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
