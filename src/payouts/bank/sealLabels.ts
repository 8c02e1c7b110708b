/** What sealed texts of this slice are for: one is worth nothing as the other. Texts that lie in the database were sealed with these. */
export const sealPurposes = { bankDetails: 'bank', sepaFile: 'sepaFile' } as const
