import { type FormEvent, useState } from 'react'
import { formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import type { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { EmailField } from '#src/platform/web/forms/EmailField.tsx'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import type { RefusedForm } from '#src/platform/web/forms/plainForm.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { useIsHydrated } from '#src/platform/web/queries/useIsHydrated.ts'
import { declarationLimits } from '../rules.ts'

const labels = { name: 'Ihr Name', contract: 'Welchen Vertrag widerrufen Sie?', email: 'E-Mail für die Eingangsbestätigung' } as const
type Name = keyof typeof labels

type Contract = CallAnswer<'get-withdrawal-contract'>
type FieldsProps = {
  token: string
  form: ReturnType<typeof useCheckedForm<Name>>
  opened: { status: 'none' | 'opening' } | { status: 'opened'; contract: Contract } | { status: 'failed'; text: string }
  refused: RefusedForm | undefined
}

/**
 * Step 1: declarer, contract and address for the receipt; prefilled when opened from a mail. Before hydration, submitting the form itself
 * is the declaration: it must not be lost.
 */
export function WithdrawalFields({ token, form, opened, refused }: FieldsProps) {
  const [hasTried, setHasTried] = useState(refused !== undefined)
  const isHydrated = useIsHydrated()
  const marked = names.filter((name) => hasTried && form.errors[name] !== undefined)
  function submit(event: FormEvent) {
    setHasTried(true)
    return form.submit(event)
  }
  return (
    <form className="stack" method="post" noValidate={isHydrated} onSubmit={submit}>
      {token ? <input type="hidden" name="token" value={token} /> : null}
      <p className="muted">
        Hier erklären Sie ohne Anmeldung den Widerruf eines Vertrags. Eine Begründung ist nicht nötig. Im nächsten Schritt sehen Sie Ihre
        Erklärung noch einmal und bestätigen sie.
      </p>
      {opened.status === 'opening' ? <p role="status">Ihre Buchung wird geladen…</p> : null}
      {opened.status === 'failed' ? (
        <Note kind="info" role="status" title={opened.text}>
          Den Vertrag können Sie trotzdem widerrufen: Bitte füllen Sie das Formular aus.
        </Note>
      ) : null}
      <ErrorSummary fields={marked.map((name) => ({ id: form.idOf(name), label: labels[name] }))} />
      {marked.length === 0 ? <Failure title="Ihr Widerruf ist nicht angekommen" text={refused?.failure} /> : null}
      <Field {...form.field('name')} label={labels.name} length={{ typed: form.values.name, longest: declarationLimits.name }}>
        {(control) => <input {...control} {...form.input('name')} name="name" autoComplete="name" />}
      </Field>
      <Field
        {...form.field('contract')}
        label={labels.contract}
        hint={contractHint(opened)}
        length={{ typed: form.values.contract, longest: declarationLimits.contract }}
      >
        {(control) => <input {...control} {...form.input('contract')} name="contract" autoComplete="off" />}
      </Field>
      <EmailField {...form.field('email')} name="email" label={labels.email} autoComplete="email" {...form.input('email')} />
      <noscript>
        <Note kind="info">Ohne JavaScript gibt es keinen weiteren Schritt: Mit dem Klick geht Ihr Widerruf bei uns ein.</Note>
      </noscript>
      <button type="submit" className="button primary wide">
        Weiter zur Bestätigung
      </button>
    </form>
  )
}

const names: readonly Name[] = ['name', 'contract', 'email']

function contractHint(opened: FieldsProps['opened']) {
  if (opened.status !== 'opened')
    return 'Die Buchungsnummer steht in jeder E-Mail zu Ihrer Buchung. Ohne sie: Anbieter, Leistung und Termin.'
  const { service_title, company_name, booking_date, booking_time } = opened.contract
  return `${service_title} bei ${company_name}, ${formatLongDate(booking_date)}, ${formatTime(booking_time)}`
}
