/**
 * Figures that order the results of a search, in this place only. The database uses the same ones (a test compares them), the page
 * /sortierung shows them, and the terms name them in words (`rankingTexts` of the slice legal). Never the plan.
 */

/** Text match per word; companies with more of these points always come first. */
export const textPoints = { exact: 3, offered: 3, mentioned: 2, part: 1, ownTrade: 1 } as const

/** Points that decide between companies with an equal text match. */
export const qualityPoints = {
  verified: 500,
  /** Per star of the average; every company starts with a few average reviews, so that few count less than many. */
  perStar: 100,
  assumedReviews: { count: 3, stars: 3.5 },
  /** With a place: for each kilometre of distance. */
  perKm: -2,
  /** The distance assumed for a company without a known place. */
  unknownKm: 400,
  description: { points: 10, fromLength: 150 },
  services: 10,
  picture: 10,
  price: 5,
  website: 5,
} as const

/** The main criteria in the order of their weight, as both terms name them. */
export const rankingCriteria = [
  'wie genau das Angebot zu den Suchwörtern passt',
  'ob der Anbieter verifiziert ist',
  'der Durchschnitt seiner Bewertungen, wobei wenige Bewertungen weniger zählen als viele',
  'bei eingegebenem Ort die Entfernung',
  'wie vollständig das Profil ist',
  'zuletzt der Name',
] as const

export const rankingSentence = `Die Reihenfolge richtet sich nach diesen Hauptkriterien, in dieser Gewichtung: ${rankingCriteria.join('; ')}.`

/** Points of an average of so many stars from so many reviews. */
export function ratingPoints({ stars, reviews }: { stars: number; reviews: number }) {
  const { assumedReviews, perStar } = qualityPoints
  const sum = stars * reviews + assumedReviews.stars * assumedReviews.count
  return Math.round((perStar * sum) / (reviews + assumedReviews.count))
}
