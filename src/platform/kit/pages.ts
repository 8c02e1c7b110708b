/** Rows per page of a list. */
export const pageSizes = { standard: 25, most: 100 } as const
