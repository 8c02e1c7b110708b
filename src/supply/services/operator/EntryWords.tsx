import type { ChangeEvent } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { entryLimits } from './rules.ts'

type Words = 'name' | 'said'
type WordsForm = {
  values: Record<Words, string>
  field: (name: Words) => { id: string; error: string | undefined }
  input: (name: Words) => { value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void; onBlur: () => void }
  type: (name: Words, value: string) => void
}

/** Field for the name of a new entry. */
export const EntryName = ({ form }: { form: WordsForm }) => (
  <Field
    {...form.field('name')}
    label="Name"
    length={{ typed: form.values.name, longest: entryLimits.name.max }}
    hint="Ergibt die Kennung, die sich nie mehr ändert."
  >
    {(control) => <input {...control} type="text" autoComplete="off" {...form.input('name')} />}
  </Field>
)

/** Field for synonyms of a new entry. */
export const EntryPhrases = ({ form, label }: { form: WordsForm; label: string }) => (
  <Field {...form.field('said')} label={label} isOptional hint="Ein Ausdruck je Zeile.">
    {(control) => <textarea {...control} rows={4} value={form.values.said} onChange={(event) => form.type('said', event.target.value)} />}
  </Field>
)
