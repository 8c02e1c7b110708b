/** Where content is reported. By itself, because profiles link here: they load no schema library for it. */
export const noticePage = '/inhalt-melden'

/** Where a profile or a review is reported. */
export const noticeAddress = (reported: { companyId: string } | { reviewId: string }) =>
  'reviewId' in reported ? `${noticePage}?bewertung=${reported.reviewId}` : `${noticePage}?profil=${reported.companyId}`
