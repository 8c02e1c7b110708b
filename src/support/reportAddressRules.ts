/** The address of the report form. In a file of its own, because profiles link here and must not load the schema library for it. */
export const reportPage = '/inhalt-melden'

/** Where a profile or a review is reported. */
export const reportAddress = (reported: { companyId: string } | { reviewId: string }) =>
  'reviewId' in reported ? `${reportPage}?bewertung=${reported.reviewId}` : `${reportPage}?profil=${reported.companyId}`
