/** Stored texts depend on this value. */
export const detailsEncryptionPurpose = 'businessDetails'
