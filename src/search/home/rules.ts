/** Fewer than this say nothing about a marketplace, so that a block of the home page is left out (docs/spec.md#home-blocks). */
export const homeBlocks = {
  newestReviews: { shown: 3, fewest: 3 },
  /** Praise, and said to be so: of booked services, from that many stars on, neither a word nor an essay. */
  voices: { shown: 3, fewest: 3, fewestStars: 4, comment: { min: 40, max: 240 } },
  popularCategories: { shown: 4, fewest: 3, fewestBookings: 5, withinDays: 90 },
} as const

/** The rows of a block, or none where they are too few. */
export const orNone = <Row>(rows: readonly Row[], { shown, fewest }: { shown: number; fewest: number }) =>
  rows.length < fewest ? [] : rows.slice(0, shown)
