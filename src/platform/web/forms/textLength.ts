const german = (count: number) => count.toLocaleString('de-DE')

/** '1.950 von 2.000 Zeichen'. */
export const countText = (length: number, longest: number) => `${german(length)} von ${german(longest)} Zeichen`

/** Typed text and the most characters that are accepted; from `rules.ts` of the slice. */
export type TextLength = { typed: string; longest: number }

/** Limits of a few words need no counter. */
const countedFrom = 100

/**
 * What a field says about the length of its text: a count near the limit, a fault beyond it. Fields have no `maxlength`: browsers cut pasted
 * text to it without a word. Blanks at both ends don't count, they are removed before saving.
 */
export function lengthWords({ typed, longest }: TextLength): { count?: string; fault?: string } {
  const { length } = typed.trim()
  if (length > longest) return { fault: `Bitte geben Sie höchstens ${german(longest)} Zeichen ein, jetzt sind es ${german(length)}.` }
  return longest >= countedFrom && length >= longest * 0.8 ? { count: countText(length, longest) } : {}
}
