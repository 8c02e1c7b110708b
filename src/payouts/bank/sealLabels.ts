/**
 * The purposes that texts of this slice, and the tax reports below it, are sealed for: a text opens for its own purpose only. Stored texts
 * depend on these values.
 */
export const sealPurposes = { bankDetails: 'bank', sepaFile: 'sepaFile', taxReport: 'taxReport' } as const
