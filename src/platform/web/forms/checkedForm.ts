import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { RefusedForm } from './plainForm.ts'

type Texts<Name extends string> = Partial<Record<Name, string>>

type CheckedFormParts<Name extends string> = {
  /** Distinguishes the ids of several forms on a page. */
  prefix: string
  /** Fields in their order, with their initial values. */
  fields: Record<Name, string>
  /** The form as the server refused it without scripts: it begins with the previous input. */
  refused?: RefusedForm | undefined
  /** Returns the errors of the values by field; none if they may be sent. */
  check: (values: Record<NoInfer<Name>, string>) => Texts<NoInfer<Name>>
  /** Sends the values. May call `refuse` with the server's errors of fields. */
  send: (values: Record<NoInfer<Name>, string>) => Promise<void>
}

/**
 * Form that checks a field on blur and all fields on submit, and clears an error while the field is corrected. One submit at a time; a
 * refused submit moves the focus to the first invalid field.
 */
export function useCheckedForm<Name extends string>({ prefix, fields, refused, check, send }: CheckedFormParts<Name>) {
  const [values, setValues] = useState(() => typedIn(fields, refused?.values))
  const [errors, setErrors] = useState<Texts<Name>>(() => ({ ...refused?.errors }) as Texts<Name>)
  const [hasTried, setHasTried] = useState(refused !== undefined)
  const [isBusy, setIsBusy] = useState(false)
  const touched = useRef(new Set<Name>())
  const isUnderway = useRef(false)
  const afterPress = useAfterPress()
  const names = namesOf(fields)
  const idOf = (name: Name) => `${prefix}-${name}`
  useTypedBefore(names.map((name) => ({ id: idOf(name), take: (value: string) => setValues((last) => ({ ...last, [name]: value })) })))

  function type(name: Name, value: string) {
    touched.current.add(name)
    setValues((last) => ({ ...last, [name]: value }))
    setErrors((last) => ({ ...last, [name]: undefined }))
  }

  function leave(name: Name) {
    if (!touched.current.has(name) || values[name] === '') return
    afterPress(() => setErrors((last) => ({ ...last, [name]: check(values)[name] })))
  }

  /** Shows errors at the fields. */
  function refuse(texts: Texts<Name>) {
    setErrors(texts)
    const first = names.find((name) => texts[name] !== undefined)
    if (first) document.getElementById(idOf(first))?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setHasTried(true)
    if (isUnderway.current) return
    const problems = check(values)
    if (names.some((name) => problems[name] !== undefined)) return refuse(problems)
    isUnderway.current = true
    setIsBusy(true)
    try {
      await send(values)
    } finally {
      isUnderway.current = false
      setIsBusy(false)
    }
  }

  function clear() {
    touched.current.clear()
    setValues(fields)
    setErrors({})
  }

  /** Id and error of a Field. */
  const field = (name: Name) => ({ id: idOf(name), error: errors[name] })

  /** Attributes of a SelectField. */
  const choice = (name: Name) => ({ ...field(name), value: values[name], onChange: (value: string) => type(name, value) })

  /** Attributes of a control that is only checked on submit. */
  const typing = (name: Name) => ({
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => type(name, event.target.value),
  })

  /** Attributes of a control or a PasswordField. */
  const input = (name: Name) => ({ ...typing(name), onBlur: () => leave(name) })
  /** Fields for the error summary: those with an error, from the first submit on. */
  const invalid = hasTried ? names.filter((name) => errors[name] !== undefined) : []
  return { values, errors, invalid, isBusy, idOf, field, choice, input, typing, type, refuse, submit, clear }
}

/** Values typed before hydration, else the initial ones. */
const typedIn = <Name extends string>(fields: Record<Name, string>, typed: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries<string>(fields).map(([name, first]) => [name, typed[name] ?? first])) as Record<Name, string>

/** Keys of a record literal, typed as exactly its names. */
const namesOf = <Name extends string>(fields: Record<Name, string>) => Object.keys(fields) as Name[]

/** Takes over input from before hydration; React would lose it. */
export function useTypedBefore(fields: { id: string; take: (value: string) => void }[]) {
  const first = useRef(fields)
  useEffect(() => {
    for (const { id, take } of first.current) {
      const typed = typedInto(document.getElementById(id))
      if (typed !== '') take(typed)
    }
  }, [])
}

function typedInto(field: HTMLElement | null) {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return field.checked ? field.value : ''
  const isField = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some((kind) => field instanceof kind)
  return isField && field && 'value' in field ? String(field.value) : ''
}

/**
 * A press on a button blurs the field first. An error shown at that moment would move the button away from the pointer, and the click would
 * be lost. So the error waits until the press is over.
 */
function useAfterPress() {
  const isPressing = useRef(false)
  useEffect(() => {
    const press = () => {
      isPressing.current = true
    }
    const release = () => {
      isPressing.current = false
    }
    const stop = new AbortController()
    addEventListener('pointerdown', press, { capture: true, signal: stop.signal })
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return (run: () => void) => {
    if (!isPressing.current) return run()
    addEventListener('pointerup', () => setTimeout(run), { once: true })
  }
}
