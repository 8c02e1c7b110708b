/** Normalises typed values for the field rules. Text in an unknown format is returned unchanged, and the rules check it. */

/**
 * Removes invisible characters that are copied along with text (direction marks, joiners, soft hyphens); full-width characters become
 * normal ones.
 */
const withoutUnseen = (typed: string) => typed.replace(/[\p{Cf}\p{Cc}]/gu, (sign) => (/\s/.test(sign) ? ' ' : '')).normalize('NFKC')

/** Normalises '0941/123' to '0941 123': slashes, dots and long dashes become blanks; a label before the number is removed. */
export const writtenPhone = (typed: string) =>
  withoutUnseen(typed)
    .replace(/^\s*(?:tel(?:efon)?|fon|phone|mobil|handy)(?:nummer)?\s*[.:]+\s*/i, '')
    .replace(/[/.\u2010-\u2015\u2212\s]+/g, ' ')
    .trim()

/** Error texts of typed values, the same in every form. */
export const typedTexts = { email: 'Ungültige E-Mail-Adresse', phone: 'Ungültige Telefonnummer' } as const

/** Normalises an IBAN or BIC: 'IBAN: de89-3704 …' → 'DE893704…'. */
export const writtenIban = (typed: string) =>
  withoutUnseen(typed)
    .replace(/^\s*(?:iban|bic|swift)[\s:.-]+/i, '')
    .replace(/[\s.\-\u2010-\u2015\u2212]/g, '')
    .toUpperCase()

/** Normalises ' mailto:Info@Firma.de ' to 'info@firma.de': without invisible characters and the wrapping of address books. */
export const writtenEmail = (typed: string) =>
  withoutUnseen(typed)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^<([^<>]*)>$/, '$1')
    .trim()
    .toLowerCase()

const asciiEmail = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i

/** True if mail can be sent to the address. A domain with umlauts is checked as punycode, but stored and shown as typed. */
export function isEmail(typed: string) {
  const at = typed.lastIndexOf('@')
  const [local, domain] = [typed.slice(0, at), typed.slice(at + 1)]
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return false
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain : URL.parse(`http://${domain}`)?.hostname
  return ascii !== undefined && asciiEmail.test(`${local}@${ascii}`)
}

/** URL that dials the number: '+49 (0) 941 123' without the 0 that is only dialled within Germany. */
export function telLink(phone: string) {
  const [, main = ''] = /^([^a-z;,]*)/i.exec(withoutUnseen(phone).trim()) ?? []
  const isAbroad = /^\s*(?:\+|00)/.test(main)
  const digits = (isAbroad ? main.replace(/^\s*00/, '+').replace(/[([]\s*0\s*[)\]]/g, '') : main).replace(/[^\d+]/g, '')
  return `tel:${digits.slice(0, 1)}${digits.slice(1).replaceAll('+', '')}`
}

/** Normalises 'D-22767' and '22 767' to '22767'. */
export const writtenPostcode = (typed: string) => {
  const digits = typed.replace(/^\s*de?[-\s]/i, '').replace(/\s/g, '')
  return /^\d+$/.test(digits) ? digits : typed.trim()
}

/** Normalises '4.1.2027' and '4.1.27' to '2027-01-04'. */
export function writtenDay(typed: string) {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}|\d{2})$/.exec(typed.trim()) ?? []
  return year ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.trim()
}

/** Normalises '9:00', '9.00', '9 Uhr', '0900', '900' and '9' to '09:00'. */
export function writtenTime(typed: string) {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?(?:\s*Uhr)?$/i.exec(typed.trim()) ?? []
  return hour === undefined ? typed.trim() : `${hour.padStart(2, '0')}:${minute}`
}

/** Parses a postal address typed in lines or with commas; it ends with the line of the postcode. Missing parts are empty. */
export function readAddress(typed: string) {
  const line = typed.replace(/\s*[\r\n]+\s*/g, ', ')
  const [, street = '', postcode = '', town = ''] = /^(.*?)[,\s]*(?:D-)?(?<!\d)(\d{5})\s+([^,]+)/.exec(line) ?? []
  return { street: street.trim(), postcode, town: town.trim() }
}
