import type { Proof } from './texts.ts'

/** Issues that are built: none of their texts may be 'not yet'. */
export const doneIssues: number[] = []

/** Which test shows which texts, by id. One text has one proof; the test must hold the text itself, or name a constant that does. */
export const shownTexts: (Proof & { ids: string[] })[] = []
