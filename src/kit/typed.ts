/** Normalises typed values for the field rules. Text of an unknown form is returned unchanged, and the rules check it. */

/** Without marks that are not seen, which come along when text is copied: direction, joiners, soft hyphens. Full-width signs become usual ones. */
const withoutUnseen = (typed: string) => typed.replace(/[\p{Cf}\p{Cc}]/gu, (sign) => (/\s/.test(sign) ? ' ' : '')).normalize('NFKC')

/** '0941/123' → '0941 123': slashes, dots and long dashes become blanks; a label before the number goes. */
export const writtenPhone = (typed: string) =>
  withoutUnseen(typed)
    .replace(/^\s*(?:tel(?:efon)?|fon|phone|mobil|handy)(?:nummer)?\s*[.:]+\s*/i, '')
    .replace(/[/.\u2010-\u2015\u2212\s]+/g, ' ')
    .trim()

/** Errors of typed values, in every form alike. */
export const typedTexts = { email: 'Ungültige E-Mail-Adresse', phone: 'Ungültige Telefonnummer' } as const

/** 'IBAN: de89-3704 …' → 'DE893704…'; the same for a BIC. */
export const writtenIban = (typed: string) =>
  withoutUnseen(typed)
    .replace(/^\s*(?:iban|bic|swift)[\s:.-]+/i, '')
    .replace(/[\s.\-\u2010-\u2015\u2212]/g, '')
    .toUpperCase()

/** ' mailto:Info@Firma.de ' → 'info@firma.de': without unseen marks and what address books put around it. */
export const writtenEmail = (typed: string) =>
  withoutUnseen(typed)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^<([^<>]*)>$/, '$1')
    .trim()
    .toLowerCase()

const asciiEmail = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i

/** Whether mail can be sent to the address. A domain with umlauts counts as its punycode; it is kept and shown as typed. */
export function isEmail(typed: string) {
  const at = typed.lastIndexOf('@')
  const [local, domain] = [typed.slice(0, at), typed.slice(at + 1)]
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return false
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain : URL.parse(`http://${domain}`)?.hostname
  return ascii !== undefined && asciiEmail.test(`${local}@${ascii}`)
}

/** The address of a link that dials the number: '+49 (0) 941 123' without the 0 that is dialled inside Germany only. */
export function telLink(phone: string) {
  const [, main = ''] = /^([^a-z;,]*)/i.exec(withoutUnseen(phone).trim()) ?? []
  const isAbroad = /^\s*(?:\+|00)/.test(main)
  const digits = (isAbroad ? main.replace(/^\s*00/, '+').replace(/[([]\s*0\s*[)\]]/g, '') : main).replace(/[^\d+]/g, '')
  return `tel:${digits.slice(0, 1)}${digits.slice(1).replaceAll('+', '')}`
}

/** 'D-22767' and '22 767' → '22767'. */
export const writtenPostcode = (typed: string) => {
  const digits = typed.replace(/^\s*de?[-\s]/i, '').replace(/\s/g, '')
  return /^\d+$/.test(digits) ? digits : typed.trim()
}

/** '4.1.2027' and '4.1.27' → '2027-01-04'. */
export function writtenDay(typed: string) {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}|\d{2})$/.exec(typed.trim()) ?? []
  return year ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed.trim()
}

/** '9:00', '9.00', '9 Uhr', '0900', '900' and '9' → '09:00'. */
export function writtenTime(typed: string) {
  const [, hour, minute = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?(?:\s*Uhr)?$/i.exec(typed.trim()) ?? []
  return hour === undefined ? typed.trim() : `${hour.padStart(2, '0')}:${minute}`
}

/** A postal address from what people type in lines or with commas: the line with the postcode ends it. Empty where nothing of it is there. */
export function readAddress(typed: string) {
  const line = typed.replace(/\s*[\r\n]+\s*/g, ', ')
  const [, street = '', postcode = '', town = ''] = /^(.*?)[,\s]*(?:D-)?(?<!\d)(\d{5})\s+([^,]+)/.exec(line) ?? []
  return { street: street.trim(), postcode, town: town.trim() }
}
