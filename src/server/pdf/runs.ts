const latin = /[\u0020-\u00ffŒœı–—‘’‚“”„•…′″‹›€™↑↓−]/u
const extended = /[\u0100-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]/u

/**
 * Splits a text by the two files of the font. A letter that neither file has loses its accents; any other missing character becomes a
 * question mark, because a gap would hide that something is missing.
 */
export function runsOf(text: string) {
  const runs: { isExtended: boolean; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const printed = printable(letter)
    const isExtended = !latin.test(printed)
    const last = runs.at(-1)
    if (last?.isExtended === isExtended) last.text += printed
    else runs.push({ isExtended, text: printed })
  }
  return runs
}

function printable(letter: string) {
  if (latin.test(letter) || extended.test(letter)) return letter
  const base = letter.normalize('NFD').charAt(0)
  return latin.test(base) ? base : '?'
}
