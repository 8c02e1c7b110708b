/** Numbers of tax offices and their check digits: arithmetic, shared by browser and server. */

/** Check digit by ISO 7064, MOD 11,10. */
export function checkDigit(digits: string) {
  let rest = 10
  for (const digit of digits) {
    const sum = (Number(digit) + rest) % 10 || 10
    rest = (sum * 2) % 11
  }
  return String((11 - rest) % 10)
}

/** True for a German tax id: 11 digits, the last a check digit; of the first ten one occurs two or three times, all others at most once. */
export function isTaxId(text: string) {
  if (!/^[1-9]\d{10}$/.test(text)) return false
  const first = text.slice(0, 10)
  const counts = [...Map.groupBy(first, (digit) => digit).values()].map((same) => same.length).filter((count) => count > 1)
  if (counts.length !== 1 || (counts[0] ?? 0) > 3) return false
  return checkDigit(first) === text.slice(10)
}

/** Tax numbers in their long form begin with these digits of a federal state's tax office, and have a zero in the fifth place. */
const longForm = /^(10|11|2[1-46-8]|30|31|32|4[01]|5[1-5]|9[12])\d{2}0\d{8}$/

/**
 * True for a tax number: 10 or 11 digits as the tax office writes them ('93815/08152', '181/815/08155', '133/8150/8159'), or the 13 of
 * ELSTER ('2893081508152').
 */
export function isTaxNumber(text: string) {
  const digits = text.replace(/[\s/]/g, '')
  if (!/^\d+$/.test(digits) || /^0+$/.test(digits)) return false
  if (digits.length === 13) return longForm.test(digits)
  const isWritten = /^(\d{5}\/\d{5}|\d{2,3}\/\d{3}\/\d{5}|\d{3}\/\d{4}\/\d{4}|\d{10,11})$/.test(text.trim().replace(/\s+/g, '/'))
  return isWritten && (digits.length === 10 || digits.length === 11)
}

const vatShapes: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z\d]\d{7}[A-Z\d]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-Z]{1,2})$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/** True for a VAT id in its EU country's format; a German one needs the right check digit, too. */
export function isVatId(text: string) {
  const [country, rest] = [text.slice(0, 2), text.slice(2)]
  if (!vatShapes[country]?.test(rest)) return false
  return country !== 'DE' || checkDigit(rest.slice(0, 8)) === rest.slice(8)
}
