import { type FormEvent, useEffect, useState } from 'react'
import { ErrorSummary } from '#src/platform/web/forms/ErrorSummary.tsx'
import { ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import { CompanyForm } from '#src/supply/companies/fields/CompanyForm.tsx'
import { fieldNames } from '#src/supply/companies/fields/fields.ts'
import { labelOf } from '#src/supply/companies/fields/reading.ts'
import { type CompanyErrors, headingId } from './RegistrationDraft.tsx'
import type { Registration } from './RegistrationSteps.tsx'

type CompanyStepProps = {
  form: Registration['company']
  /** The server's messages for the fields, if its refusal led back to this step. */
  refused: CompanyErrors | undefined
  onBack: () => void
}

/** Step 3: data of the company, validated by the same schema here and on the server. */
export function CompanyStep({ form, refused, onBack }: CompanyStepProps) {
  const [hasTried, setHasTried] = useState(refused !== undefined)
  const { refuse } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when the step opens with a refusal
  useEffect(() => {
    if (refused) refuse(refused)
  }, [refused])

  function submit(event: FormEvent) {
    setHasTried(true)
    void form.submit(event)
  }

  const marked = hasTried ? fieldNames.filter((name) => form.errors[name] !== undefined) : []
  return (
    <form className="signup-step" noValidate onSubmit={submit}>
      <div className="stack tight">
        <h2 id={headingId} tabIndex={-1}>
          Ihre Firma
        </h2>
        <p className="muted">Mit * gekennzeichnete Felder sind erforderlich. Alle Angaben können Sie später im Dashboard ändern.</p>
      </div>
      <ErrorSummary fields={marked.map((name) => ({ id: form.idOf(name), label: labelOf(name) }))} />
      <CompanyForm form={form} />
      <div className="signup-actions">
        <button type="button" className="button neutral" onClick={onBack}>
          <ChevronLeft />
          Zurück
        </button>
        <button type="submit" className="button primary">
          Weiter
          <ChevronRight />
        </button>
      </div>
    </form>
  )
}
