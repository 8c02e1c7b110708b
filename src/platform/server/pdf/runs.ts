import anyAscii from 'any-ascii'

const latin = /[\u0020-\u00ac\u00ae-\u00ffŒœı–—‘’‚“”„•…′″‹›€™↑↓−]/u
const extended = /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/u

/**
 * Splits a text by the two files of the font. Characters that neither file has are replaced by others: hyphens and blanks of all kinds by
 * the usual ones, letters by those without accents, other scripts are transliterated.
 */
export function runsOf(text: string) {
  const runs: { isExtended: boolean; text: string }[] = []
  for (const letter of [...text.normalize('NFC')].map(printable).join('')) {
    const isExtended = !latin.test(letter)
    const last = runs.at(-1)
    if (last?.isExtended === isExtended) last.text += letter
    else runs.push({ isExtended, text: letter })
  }
  return runs
}

const isPrinted = (text: string) => [...text].every((letter) => latin.test(letter) || extended.test(letter))

/** Replacement of one character: a gap would hide that something is missing, so even an unassigned code point prints its number. */
function printable(letter: string) {
  if (isPrinted(letter)) return letter
  if (/[\u2010\u2011]/u.test(letter)) return '-'
  if (/[\p{Zs}\p{Zl}\p{Zp}\t\n\r]/u.test(letter)) return ' '
  // Direction marks, joiners, soft hyphens, variation selectors, accents without their letter: they are not printed.
  if (/[\p{Cf}\p{Cc}\p{M}]/u.test(letter)) return ''
  const [compatible, base] = [letter.normalize('NFKC'), letter.normalize('NFKD').replace(/\p{M}/gu, '')]
  const isQualifier = /\p{P}/u.test(letter)
  const found = [compatible, base, anyAscii(letter)].find((one) => one !== '' && isPrinted(one) && (isQualifier || !one.includes('?')))
  return found ?? `[U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`
}
