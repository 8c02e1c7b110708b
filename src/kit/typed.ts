/** Normalises typed values for the field rules. Text of an unknown form is returned unchanged, and the rules check it. */

/** '0941/123' → '0941 123': slashes, dots and long dashes become blanks. */
export const writtenPhone = (typed: string) => typed.replace(/[/.\u2010-\u2015\u2212\s]+/g, ' ').trim()

/** 'de89 3704 …' → 'DE893704…'. */
export const writtenIban = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

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
