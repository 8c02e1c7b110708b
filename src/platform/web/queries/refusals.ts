import { unknownErrorText } from '#src/platform/kit/problems.ts'
import { CallError } from './call.ts'

/** Reason of a failed call, as a sentence to show. */
export const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : unknownErrorText)

/** The server's texts for fields of a form, by name; empty when the error concerns no field. */
export const fieldTextsOf = (error: unknown): Record<string, string> =>
  error instanceof CallError ? Object.fromEntries(Object.entries(error.fields).map(([name, [text = '']]) => [name, text])) : {}
