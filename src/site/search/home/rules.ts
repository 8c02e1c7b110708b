/**
 * Blocks of the home page with fewer rows than `fewest` are omitted, because they say nothing about a marketplace
 * (docs/spec.md#home-blocks).
 */
export const homeBlocks = {
  newestReviews: { shown: 3, fewest: 3 },
  /** Selected positive reviews, labelled as such: of booked services, with at least this many stars, neither one word nor an essay. */
  voices: { shown: 3, fewest: 3, fewestStars: 4, comment: { min: 40, max: 240 } },
  popularCategories: { shown: 4, fewest: 3, fewestBookings: 5, withinDays: 90 },
} as const

/** Target of the link that confirms an address: `?confirmed=true`. */
export const confirmedParameter = 'confirmed'

/** Rows of a block, or none if there are too few. */
export const orNone = <Row>(rows: readonly Row[], { shown, fewest }: { shown: number; fewest: number }) =>
  rows.length < fewest ? [] : rows.slice(0, shown)
