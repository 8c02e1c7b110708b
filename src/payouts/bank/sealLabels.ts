/** The purposes that texts of this slice are sealed for: a text opens for its own purpose only. Stored texts depend on these values. */
export const sealPurposes = { bankDetails: 'bank', sepaFile: 'sepaFile' } as const
