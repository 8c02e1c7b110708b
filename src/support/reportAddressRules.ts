/** Where content is reported. By itself, because profiles link here: they load no schema library for it. */
export const reportPage = '/inhalt-melden'

/** Where a profile or a review is reported. */
export const reportAddress = (reported: { companyId: string } | { reviewId: string }) =>
  'reviewId' in reported ? `${reportPage}?bewertung=${reported.reviewId}` : `${reportPage}?profil=${reported.companyId}`
