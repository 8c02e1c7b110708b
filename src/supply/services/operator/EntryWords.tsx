import type { ChangeEvent } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { entryLimits } from './rules.ts'

type Words = 'name' | 'said'
type WordsForm = {
  values: Record<Words, string>
  errors: Partial<Record<Words, string>>
  idOf: (name: Words) => string
  input: (name: Words) => { value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void; onBlur: () => void }
  type: (name: Words, value: string) => void
}

/** Field for the name of a new entry. */
export const EntryName = ({ form }: { form: WordsForm }) => (
  <Field
    id={form.idOf('name')}
    label="Name"
    error={form.errors.name}
    length={{ typed: form.values.name, longest: entryLimits.name.max }}
    hint="Ergibt die Kennung, die sich nie mehr ändert."
  >
    {(control) => <input {...control} type="text" autoComplete="off" {...form.input('name')} />}
  </Field>
)

/** Field for synonyms of a new entry. */
export const EntryPhrases = ({ form, label }: { form: WordsForm; label: string }) => (
  <Field id={form.idOf('said')} label={label} isOptional error={form.errors.said} hint="Ein Ausdruck je Zeile.">
    {(control) => <textarea {...control} rows={4} value={form.values.said} onChange={(event) => form.type('said', event.target.value)} />}
  </Field>
)
