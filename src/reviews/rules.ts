/** A published review as anybody may read it. `createdAt` is an ISO moment. */
export type PublicReview = {
  id: string
  customerName: string
  rating: number
  comment: string
  createdAt: string
  isFromBooking: boolean
  providerReply: string | null
}

/** Rating scale of the product (specification 9). */
export const ratingScale = [5, 4, 3, 2, 1] as const

/** How many reviews gave each number of stars, best first. */
export const ratingDistribution = (reviews: readonly { rating: number }[]) =>
  ratingScale.map((stars) => ({ stars, count: reviews.filter((review) => review.rating === stars).length }))
