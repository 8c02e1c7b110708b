/** Amounts in whole cents. The largest amount of a booking is far below 2^53, so a number holds it exactly. */
export type Cents = number

/** German formatter of numbers, built on first use like those of times (`dateFormat`). */
export function numberFormat(options: Intl.NumberFormatOptions) {
  let built: Intl.NumberFormat | undefined
  return (number: number) => {
    built ??= new Intl.NumberFormat('de-DE', options)
    return built.format(number)
  }
}

const euro = numberFormat({ style: 'currency', currency: 'EUR' })
const wholeEuro = numberFormat({ style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
const rate = numberFormat({ maximumFractionDigits: 2 })
const plain = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats cents as '1.234,50 €' with a no-break space, as German typography requires. */
export const formatEuro = (cents: Cents) => euro(cents / 100)

/** Converts euros of the wire to whole cents, and back. */
export const centsOf = (euros: number): Cents => Math.round(euros * 100)
export const eurosOf = (cents: Cents) => cents / 100

/** Formats an amount in euros from the wire, like `formatEuro`. */
export const euros = (amount: number) => euro(amount)

/** Formats cents as '25 €' for whole euros, '34,50 €' otherwise. */
export const formatEuroShort = (cents: Cents) => (cents % 100 === 0 ? wholeEuro : euro)(cents / 100)

/** Formats a range of cents: '90 bis 120 €'. */
export const formatEuroRange = (lowCents: Cents, highCents: Cents) =>
  `${formatEuroShort(lowCents).replace(/\s€$/, '')} bis ${formatEuroShort(highCents)}`

/** Formats cents as '1.234,50', for an input whose unit is shown next to it. */
export const formatAmount = (cents: Cents) => plain(cents / 100)

/**
 * Price line of a profile (docs/spec.md#price-text): 'ab 34,50 €/Std', whole euros without decimals, or 'Preis auf Anfrage' for null and 0.
 */
export function priceText(hourlyRateCents: Cents | null) {
  if (!hourlyRateCents) return priceOnRequest
  return `ab ${formatEuroShort(hourlyRateCents)}/Std`
}
export const priceOnRequest = 'Preis auf Anfrage'

/** Formats basis points as '3 %' or '1,5 %'. */
export const formatRate = (basisPoints: number) => `${rate(basisPoints / 100)} %`

/** Share of an amount, rounded half up: the only rounding of money in the product (docs/spec.md#money). Both factors are whole numbers. */
export const shareOf = (cents: Cents, basisPoints: number): Cents => Math.floor((cents * basisPoints + 5_000) / 10_000)

/** Tax inside a gross amount, in cents; the rate in basis points (1900 = 19 %). */
export const vatInside = (grossCents: Cents, vatBasisPoints: number): Cents =>
  Math.floor((2 * grossCents * vatBasisPoints + 10_000 + vatBasisPoints) / (2 * (10_000 + vatBasisPoints)))

/** Converts euros of the API to whole cents; undefined if the number has fractions of a cent. */
export function centsOfEuros(euros: number): Cents | undefined {
  const cents = centsOf(euros)
  return Math.abs(cents - euros * 100) < 1e-6 ? cents : undefined
}

/**
 * Parses a German amount (docs/spec.md#price-text) into cents: a comma is the decimal sign, a dot before exactly three digits groups
 * thousands, a lone dot before one or two digits is decimal, ',-' is no cents. Accepts '34,50' '34.50 €' '1.234,5' '45,- EUR'; undefined
 * for anything else.
 */
export function parseEuro(text: string): Cents | undefined {
  const compact = text.replace(/\s|€|eur(?:o)?$/gi, '').replace(/,[-\u2013\u2014]{1,2}$/, '')
  const german = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(compact)
  const english = /^(\d+)\.(\d{1,2})$/.exec(compact)
  const found = german ?? english
  if (!found) return undefined
  return Number(found[1]?.replaceAll('.', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

/** First amount within a text such as 'ab 34,50 €/Std', in cents. */
export function firstEuroIn(text: string): Cents | undefined {
  const found = /\d+(?:\.\d{3})*(?:,\d{1,2})?(?!\d)|\d+\.\d{1,2}/.exec(text.replace(/(\d)\.(\d{1,2})(?!\d)/g, '$1,$2'))
  return found ? parseEuro(found[0]) : undefined
}
