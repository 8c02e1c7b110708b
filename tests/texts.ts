/** Test that shows texts with their real cause. `test`: its title as written, with `{}` for a template's expression. */
export type Proof = { file: string; test: string }

/** Section and place in docs/spec.md: screens (2), words for states (4), rules (5) or errors (8); `section.place`. */
type Place = `${'2' | '4' | '5' | '8'}.${string}`

/** Texts shown by a test (docs/spec.md#texts). */
export type ShownTexts = Proof & { isForced?: true; shows: Record<Place, string[]> }

/** Quoted text with the test that shows it. */
export type Text = { place: string; text: string; shownBy: Proof }

export function textsOf(rows: readonly ShownTexts[]): Text[] {
  return rows.flatMap(({ file, test, shows }) =>
    Object.entries(shows).flatMap(([place, quoted]) => quoted.map((text) => ({ place, text, shownBy: { file, test } }))),
  )
}

/** Quotes in these sections that are no texts for users. */
export const notTexts: { place: string; quote: string; reason: string }[] = [
  { place: '2', quote: 'active', reason: 'value of subscription_status' },
  { place: '2', quote: 'not confirmed', reason: 'names the cause of a refused sign-in, in English' },
  { place: '8', quote: 'Invalid login credentials', reason: 'English message of the former sign-in service; ours answers by code' },
  { place: '8', quote: 'Email not confirmed', reason: 'English message of the former sign-in service; ours answers by code' },
  { place: '8', quote: 'User already registered', reason: 'English message of the former sign-in service; ours answers by code' },
  { place: '8', quote: 'Password should be at least', reason: 'English message of the former sign-in service; ours answers by code' },
]
