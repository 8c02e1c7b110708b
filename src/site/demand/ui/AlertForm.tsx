import { useEffect, useRef, useState } from 'react'
import { useTypedBefore } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import type { RefusedForm } from '#src/platform/web/forms/plainForm.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Bell } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useIsHydrated } from '#src/platform/web/queries/useIsHydrated.ts'
import { type AlertSearch, alertPage, alertTexts } from '../rules.ts'
import './alerts.css'

type AlertFormProps = { search: AlertSearch; refused?: RefusedForm | undefined }

const emailId = 'alert-email'

/** Form that asks for a mail once a company appears for the search, or its result. Works without JavaScript. */
export default function AlertForm({ search, refused }: AlertFormProps) {
  const [email, setEmail] = useState(refused?.values.email ?? '')
  useTypedBefore([{ id: emailId, take: setEmail }])
  const [error, setError] = useState<string | undefined>(refused?.errors.email)
  const [result, setResult] = useState<'sent' | 'waits'>()
  const { isBusy, failure, action } = useAction({
    onFields: ({ email, ...others }) => setError(email ?? Object.values(others)[0]),
  })
  const isHydrated = useIsHydrated()
  const send = () =>
    void action(async () => {
      setError(undefined)
      const { is_confirmed: isConfirmed } = await call('create-search-alert', { ...search, email })
      setResult(isConfirmed ? 'waits' : 'sent')
    })
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result) answer.current?.focus({ preventScroll: true })
  }, [result])
  return (
    <section className="card padded stack alert-form" id="bescheid" aria-labelledby="bescheid-titel">
      <h2 id="bescheid-titel">{alertTexts.title}</h2>
      {result ? (
        <div ref={answer} tabIndex={-1}>
          <Note kind="ok" role="status" title={alertTexts[result]}>
            {alertTexts[`${result}Help`]}
          </Note>
        </div>
      ) : (
        <form
          method="post"
          action={alertPage}
          className="stack tight"
          noValidate={isHydrated}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <p className="muted">{alertTexts.offer}</p>
          {Object.entries(search).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value ?? ''} />
          ))}
          <Failure title={alertTexts.notSent} text={failure ?? (error ? undefined : refused?.failure)} />
          <Field id={emailId} label={alertTexts.email} error={error}>
            {(control) => (
              <input
                {...control}
                type="email"
                name="email"
                inputMode="email"
                autoComplete="email"
                required
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <BusyButton isBusy={isBusy}>
            <Bell />
            {alertTexts.title}
          </BusyButton>
          <p className="tiny dim">{alertTexts.small}</p>
        </form>
      )}
    </section>
  )
}
