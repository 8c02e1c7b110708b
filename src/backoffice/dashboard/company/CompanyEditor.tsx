import { useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { DiscardDialog, LeaveGuard } from '#src/platform/web/forms/LeaveGuard.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { emailTexts } from '#src/supply/companies/email/texts.ts'
import { CompanyForm } from '#src/supply/companies/fields/CompanyForm.tsx'
import { companyForm, fieldNames } from '#src/supply/companies/fields/fields.ts'
import { type FieldTexts, labelOf, textsOf } from '#src/supply/companies/fields/reading.ts'
import type { OwnCompany } from '#src/supply/companies/ownCompany.ts'

type CompanyEditorProps = { company: OwnCompany; onSaved: () => Promise<void>; onCancel: () => void }

/** Form of the company's data, with the rules of the registration. Asks before typed input is discarded. */
export function CompanyEditor({ company, onSaved, onCancel }: CompanyEditorProps) {
  const [before] = useState(() => textsOf(company, fieldNames))
  const { form, failure, isSaved } = useSaving({ companyId: company.id, before, onSaved })
  const [isConfirming, setIsConfirming] = useState(false)
  const isChanged = !isSaved && fieldNames.some((name) => form.values[name] !== before[name])
  return (
    <form className="edit" noValidate onSubmit={(event) => void form.submit(event)}>
      <div className="stack tight">
        <h2 tabIndex={-1} ref={focusOnce}>
          Firmendaten bearbeiten
        </h2>
        <p className="muted">Mit * gekennzeichnete Felder sind erforderlich.</p>
      </div>
      <ErrorSummary fields={form.invalid.map((name) => ({ id: form.idOf(name), label: labelOf(name) }))} />
      <CompanyForm form={form} hasImprint={false} />
      <Failure title="Die Änderungen wurden nicht gespeichert" text={failure} />
      <div className="row between wrapping">
        <button type="button" className="button neutral" onClick={isChanged ? () => setIsConfirming(true) : onCancel}>
          Abbrechen
        </button>
        <BusyButton className="button primary" isBusy={form.isBusy}>
          {form.isBusy ? 'Wird gespeichert…' : 'Änderungen speichern'}
        </BusyButton>
      </div>
      {isConfirming ? <DiscardDialog onDiscard={onCancel} onStay={() => setIsConfirming(false)} /> : null}
      <LeaveGuard isChanged={isChanged} />
    </form>
  )
}

type SavingParts = { companyId: string; before: FieldTexts; onSaved: () => Promise<void> }

function useSaving({ companyId, before, onSaved }: SavingParts) {
  const [isSaved, setIsSaved] = useState(false)
  const form = useCheckedForm({
    prefix: 'company',
    fields: before,
    check: errorsOf(companyForm),
    async send(values): Promise<void> {
      await action(async () => {
        await call('update-company', { companyId, ...values })
        setIsSaved(true)
        showToast({ kind: 'success', title: 'Firmendaten gespeichert', text: 'Ihr Profil zeigt die Änderungen sofort.' })
        if (
          String(values.email ?? '')
            .trim()
            .toLowerCase() !== String(before.email ?? '').toLowerCase()
        )
          showToast({ kind: 'info', title: emailTexts.waiting, text: emailTexts.waitingHelp })
        await onSaved()
      })
    },
  })
  const { failure, action } = useAction({ onFields: form.refuse })
  return { form, failure, isSaved }
}

/** Ref callback that focuses the heading of a form that has just opened. */
const focusOnce = (element: HTMLElement | null) => element?.focus()
