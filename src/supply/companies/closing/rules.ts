/** Retention of vouchers and books: to the end of the tenth year after their own (§ 147 AO). */
export const keptYears = 10
export const keptUntil = (today: string) => `${Number(today.slice(0, 4)) + keptYears}-12-31`
