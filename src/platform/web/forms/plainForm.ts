import { data, redirect } from 'react-router'
import { formFields } from '#src/platform/kit/formFields.ts'

/** Form that was sent without scripts and refused: its input, the errors by field, and the reason as a sentence. */
export type RefusedForm = { values: Record<string, string>; errors: Record<string, string>; failure: string }

type PlainForm = {
  request: Request
  send: (path: string, body: object) => Promise<Response>
  /** Path of the operation that takes the form's fields. */
  path: string
  /** Page after success. */
  leadsTo: string
}

/** Action of a page whose form works without scripts: redirects, or shows the form again with all its input. */
export async function answerPlainForm({ request, send, path, leadsTo }: PlainForm) {
  const values = Object.fromEntries(formFields(await request.text()))
  const answer = await send(path, values)
  if (answer.ok) return redirect(leadsTo, 303)
  const { error = '', fields = {} } = (await answer.json()) as { error?: string; fields?: Record<string, string[]> }
  const errors = Object.fromEntries(Object.entries(fields).map(([name, [text = '']]) => [name, text]))
  return data({ refused: { values, errors, failure: error } satisfies RefusedForm }, { status: answer.status })
}
