import type { Ref } from 'react'
import type { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { countText } from '#src/platform/web/forms/textLength.ts'
import { CallError } from '#src/platform/web/queries/call.ts'

type Form<Name extends string> = ReturnType<typeof useCheckedForm<Name>>
type Part<Name extends string> = { form: Form<Name>; name: Name; label: string; hint?: string | undefined }

type LineFieldProps<Name extends string> = Part<Name> & {
  type?: 'text' | 'email'
  autoComplete?: string
  longest?: number
  isOptional?: boolean
}

export const LineField = <Name extends string>({
  form,
  name,
  label,
  hint,
  isOptional = false,
  type = 'text',
  longest,
  ...input
}: LineFieldProps<Name>) => (
  <Field
    {...form.field(name)}
    label={label}
    isOptional={isOptional}
    hint={hint}
    length={longest === undefined ? undefined : { typed: form.values[name], longest }}
  >
    {(control) => <input {...control} {...input} type={type} name={name} required={!isOptional} {...form.input(name)} />}
  </Field>
)

type ChoiceFieldProps<Name extends string> = Part<Name> & { choices: readonly (readonly [value: string, word: string])[] }

export const ChoiceField = <Name extends string>({ form, name, label, hint, choices }: ChoiceFieldProps<Name>) => (
  <Field {...form.field(name)} label={label} hint={hint}>
    {(control) => (
      <select {...control} name={name} required {...form.input(name)}>
        <option value="">Bitte wählen</option>
        {choices.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** Multi-line field; near the maximum length its hint is replaced by the count. */
export function WordsField<Name extends string>({ form, name, label, hint, longest }: Part<Name> & { longest: number }) {
  const { length } = form.values[name]
  const count = countText(length, longest)
  return (
    <Field id={form.idOf(name)} label={label} hint={length < longest - 500 ? hint : count} error={form.errors[name]}>
      {(control) => <textarea {...control} name={name} rows={6} required {...form.input(name)} />}
    </Field>
  )
}

/** Hidden field, and time of rendering (trapRules). */
export const Trap = ({ ref, openedAt }: { ref: Ref<HTMLInputElement>; openedAt: string }) => (
  <>
    <input type="hidden" name="openedAt" value={openedAt} />
    <label className="trap" aria-hidden="true">
      Bitte leer lassen
      <input ref={ref} name="blank" tabIndex={-1} autoComplete="off" defaultValue="" />
    </label>
  </>
)

type FormTroubleProps<Name extends string> = {
  form: Form<Name>
  labels: Record<Name, string>
  title: string
  failure: string | undefined
}

/** Summary above a form that was not sent: fields to correct, or the error. */
export function FormTrouble<Name extends string>({ form, labels, title, failure }: FormTroubleProps<Name>) {
  if (form.invalid.length > 0) return <ErrorSummary fields={form.invalid.map((name) => ({ id: form.idOf(name), label: labels[name] }))} />
  return <Failure title={title} text={failure} />
}

/** Sends with one idempotency key per content, so that a retry after a lost connection has no second effect. Returns the error, if any. */
export function useIdempotentSend() {
  const attempt = useIdempotencyKey()
  return async (content: object, send: (key: string) => Promise<unknown>): Promise<CallError | undefined> => {
    try {
      await send(attempt.keyOf(content))
      attempt.forget()
      return undefined
    } catch (error) {
      if (error instanceof CallError) return error
      throw error
    }
  }
}
