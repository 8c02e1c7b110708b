/** Encryption purposes of this slice and of the tax reports: a text opens for its own purpose only. Stored texts depend on these values. */
export const encryptionPurposes = { bankDetails: 'bank', sepaFile: 'sepaFile', taxReport: 'taxReport' } as const
