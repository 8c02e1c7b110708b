export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503
export type FieldTexts = Record<string, string[]>

/** Refusal by a rule, shown to the user. Any other thrown error counts as a bug (see server/http). */
export class Problem extends Error {
  readonly code: string
  readonly status: ProblemStatus
  readonly fields: FieldTexts | undefined
  constructor(code: string, status: ProblemStatus, text: string, fields?: FieldTexts) {
    super(text)
    this.code = code
    this.status = status
    this.fields = fields
  }
}

type Texts = Record<string, readonly [status: ProblemStatus, text: string]>

/**
 * Declares a slice's problems once: `problemsOf('bookings', { notFound: [404, 'Buchung nicht gefunden'] })` gives
 * `bookingProblems.notFound()`, a Problem with the code 'bookings.notFound'.
 */
export function problemsOf<const T extends Texts>(slice: string, texts: T) {
  const made = Object.entries(texts).map(([name, [status, text]]) => [name, () => new Problem(`${slice}.${name}`, status, text)])
  return Object.fromEntries(made) as { [name in keyof T]: () => Problem }
}

/** Error summary above every form with invalid input (docs/spec.md#booking-fields). */
export const invalidTexts = { title: 'Validierungsfehler', text: 'Bitte korrigieren Sie die markierten Felder.' } as const

/** Shown if the cause of an error is unknown (docs/spec.md#booking-fields). */
export const unknownErrorText = 'Unbekannter Fehler'

/** Shown if the server has no database. The operator's screens have a title for it (docs/spec.md#area-bookings). */
export const databaseDownText = 'Die Datenbank ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal.'

/** Problem for invalid input: the field texts of a failed schema, as a response (422). */
export const invalidInput = (fields: FieldTexts) => new Problem('input.invalid', 422, invalidTexts.text, fields)

/** Makes a check over several fields run even if one field is invalid by itself, so that all errors are shown at once. */
export const isForm = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** Variant of `isForm` for a check that calculates with its fields: it runs once the named fields are valid by themselves. */
export const isFormWith =
  (...names: string[]) =>
  (form: { value: unknown; issues: readonly { path?: PropertyKey[] | undefined }[] }) =>
    isForm(form) && !form.issues.some(({ path }) => names.includes(String(path?.[0])))
