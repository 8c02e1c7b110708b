/** Retention of vouchers and books: to the end of the tenth year after their own (§ 147 AO). */
export const retentionYears = 10
export const keptUntil = (today: string) => `${Number(today.slice(0, 4)) + retentionYears}-12-31`
