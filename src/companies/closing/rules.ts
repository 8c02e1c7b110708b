/** What stands in an archived company once nothing of it is open any more. No mail reaches the address: the domain can never exist. */
export const anonymous = { companyName: 'Gelöschter Anbieter', email: 'geloescht@anbieter.invalid' } as const

/** Vouchers and books are kept to the end of the tenth year after the one they are from (§ 147 AO). */
export const keptYears = 10
export const keptUntil = (today: string) => `${Number(today.slice(0, 4)) + keptYears}-12-31`
