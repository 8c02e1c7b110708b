import { useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { newLinkRequest, newLinkTexts } from './newLinkRules.ts'

/** Reason why no booking could be opened, and a form to request a new link. */
export function NewLink({ problem }: { problem: string | undefined }) {
  const [isRequested, setIsRequested] = useState(false)
  return (
    <div className="stack narrow">
      <h1>{newLinkTexts.title}</h1>
      {problem && !isRequested ? <Note kind="warn" role="alert" title={problem} /> : null}
      {isRequested ? (
        <Note kind="ok" role="status" title={newLinkTexts.requested}>
          {newLinkTexts.requestedHelp}
        </Note>
      ) : (
        <NewLinkForm onRequested={() => setIsRequested(true)} />
      )}
    </div>
  )
}

const labels = { number: 'Buchungsnummer', email: 'E-Mail' } as const

function NewLinkForm({ onRequested }: { onRequested: () => void }) {
  const form = useCheckedForm({
    prefix: 'new-link',
    fields: { number: '', email: '' },
    check: errorsOf(newLinkRequest),
    async send(values): Promise<void> {
      await action(() => call('request-booking-link', values).then(onRequested))
    },
  })
  const { failure, action } = useAction()
  return (
    <form className="card padded stack" noValidate onSubmit={(event) => void form.submit(event)}>
      <p className="muted">{newLinkTexts.help}</p>
      <ErrorSummary fields={form.invalid.map((name) => ({ id: form.idOf(name), label: labels[name] }))} />
      <Failure title={newLinkTexts.failed} text={failure} />
      <Field {...form.field('number')} label={labels.number} hint={newLinkTexts.numberHint}>
        {(control) => (
          <input {...control} type="text" autoComplete="off" autoCapitalize="off" spellCheck={false} {...form.input('number')} />
        )}
      </Field>
      <Field {...form.field('email')} label={labels.email}>
        {(control) => <input {...control} type="email" autoComplete="email" {...form.input('email')} />}
      </Field>
      <BusyButton needsScripts isBusy={form.isBusy}>
        {newLinkTexts.send}
      </BusyButton>
    </form>
  )
}
