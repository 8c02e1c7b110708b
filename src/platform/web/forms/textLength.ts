const german = (count: number) => count.toLocaleString('de-DE')

/** '1.950 von 2.000 Zeichen'. */
export const countText = (length: number, longest: number) => `${german(length)} von ${german(longest)} Zeichen`

/** Typed text and the highest number of accepted characters; from `rules.ts` of the slice. */
export type TextLength = { typed: string; longest: number }

/** Short limits need no counter. */
const countedFrom = 100

/**
 * Returns the message of a field about the length of its text: a count near the limit, an error beyond it. Fields have no `maxlength`:
 * browsers cut pasted text silently. Blanks at both ends do not count, they are removed before saving.
 */
export function checkTextLength({ typed, longest }: TextLength): { count?: string; problem?: string } {
  const { length } = typed.trim()
  if (length > longest) return { problem: `Bitte geben Sie höchstens ${german(longest)} Zeichen ein, jetzt sind es ${german(length)}.` }
  return longest >= countedFrom && length >= longest * 0.8 ? { count: countText(length, longest) } : {}
}
