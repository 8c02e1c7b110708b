import { data, redirect } from 'react-router'
import { formFields } from '#src/platform/kit/formFields.ts'

/** A form that was sent without scripts and refused: what was typed, what is wrong with it by field, and the reason as a sentence. */
export type RefusedForm = { values: Record<string, string>; errors: Record<string, string>; failure: string }

type PlainForm = {
  request: Request
  send: (path: string, body: object) => Promise<Response>
  /** The operation that takes the form's fields. */
  path: string
  /** Where the form leads to once it was taken. */
  leadsTo: string
}

/** The action of a page whose form works without scripts: leads on, or shows the form again with everything that was typed. */
export async function answerPlainForm({ request, send, path, leadsTo }: PlainForm) {
  const values = Object.fromEntries(formFields(await request.text()))
  const answer = await send(path, values)
  if (answer.ok) return redirect(leadsTo, 303)
  const { error = '', fields = {} } = (await answer.json()) as { error?: string; fields?: Record<string, string[]> }
  const errors = Object.fromEntries(Object.entries(fields).map(([name, [text = '']]) => [name, text]))
  return data({ refused: { values, errors, failure: error } satisfies RefusedForm }, { status: answer.status })
}
