/** Stored texts depend on this value. */
export const detailsSealPurpose = 'businessDetails'
