/** Path of the report form. In its own file, because profiles link to it and must not load the schema library. */
export const reportPage = '/inhalt-melden'

/** URL to report a profile or a review. */
export const reportAddress = (reported: { companyId: string } | { reviewId: string }) =>
  'reviewId' in reported ? `${reportPage}?bewertung=${reported.reviewId}` : `${reportPage}?profil=${reported.companyId}`
