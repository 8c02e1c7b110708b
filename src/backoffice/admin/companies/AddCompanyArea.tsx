import { useState } from 'react'
import { Link } from 'react-router'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { ErrorSummary } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { OperatorCompanyForm } from '#src/supply/companies/fields/CompanyForm.tsx'
import { operatorProfileNames } from '#src/supply/companies/fields/fields.ts'
import { emptyTexts, labelsOf } from '#src/supply/companies/fields/reading.ts'
import { newCompany } from './rules.ts'
import { companyAreaTexts } from './texts.ts'
import './companies.css'

const bankLabels = { account_holder: 'Kontoinhaber', bank_account: 'IBAN', bank_code: 'BIC' } as const
const bankNames = ['account_holder', 'bank_account', 'bank_code'] as const
const empty = { ...emptyTexts(operatorProfileNames), account_holder: '', bank_account: '', bank_code: '' }
const labels = { ...labelsOf(operatorProfileNames, 'operator'), ...bankLabels }

type Created = { id: string; name: string; email: string }

/** Form to create a company: always Premium, without payment. Keeps its input until the company is created. */
export function AddCompanyArea() {
  const [created, setCreated] = useState<Created>()
  const { form, failure } = useCreation(setCreated)
  return (
    <section className="card padded stack" aria-labelledby="add-title">
      <div className="stack tight">
        <h2 id="add-title">Neuer Anbieter</h2>
        <p className="muted">
          Der Anbieter ist sofort sichtbar, verifiziert und hat Premium, ohne etwas zu bezahlen. An seine E-Mail-Adresse geht ein Code, mit
          dem er das Profil in sein Konto übernimmt. Mit * gekennzeichnete Felder sind erforderlich.
        </p>
      </div>
      {created ? <CreatedNote created={created} /> : null}
      <form className="stack company-form" noValidate onSubmit={(event) => void form.submit(event)}>
        <ErrorSummary fields={form.invalid.map((name) => ({ id: form.idOf(name), label: labels[name] }))} />
        <OperatorCompanyForm form={form} names={operatorProfileNames} />
        <fieldset className="company-bank">
          <legend>
            <h3>Bankdaten</h3>
          </legend>
          <p className="small muted">Nur wenn Sie sie schon haben. Der Anbieter kann sie später selbst hinterlegen und ändern.</p>
          <div className="field-grid two">
            {bankNames.map((name) => (
              <Field key={name} {...form.field(name)} label={bankLabels[name]} isOptional>
                {(control) => <input {...control} type="text" autoComplete="off" name={name} {...form.input(name)} />}
              </Field>
            ))}
          </div>
        </fieldset>
        {failure ? (
          <Note kind="bad" title={companyAreaTexts.notCreated}>
            {failure}
          </Note>
        ) : null}
        <div className="row">
          <BusyButton className="button primary" isBusy={form.isBusy}>
            {form.isBusy ? 'Anbieter wird hinzugefügt…' : 'Anbieter hinzufügen'}
          </BusyButton>
        </div>
      </form>
    </section>
  )
}

const CreatedNote = ({ created: { id, name, email } }: { created: Created }) => (
  <Note
    kind="ok"
    role="status"
    title={companyAreaTexts.created}
    actions={
      <Link className="button secondary small" to={`/admin/manage-providers?${new URLSearchParams({ search: name, provider: id })}`}>
        {name} ansehen
      </Link>
    }
  >
    {companyAreaTexts.createdHelp(email)}
  </Note>
)

function useCreation(onCreated: (created: Created | undefined) => void) {
  const { keyOf } = useIdempotencyKey()
  const form = useCheckedForm({
    prefix: 'add',
    fields: empty,
    check: errorsOf(newCompany),
    async send(values): Promise<void> {
      onCreated(undefined)
      await action(async () => {
        const { company } = await call('admin-create-provider', { ...values, plan: 'Premium' }, { idempotencyKey: keyOf(values) })
        if (!company) throw new CallError({ error: companyAreaTexts.noData }, 200)
        form.clear()
        onCreated({ id: company.id, name: company.company_name, email: company.email })
        showToast({ kind: 'success', title: companyAreaTexts.created })
      }, companyAreaTexts.notCreated)
    },
  })
  const { failure, action } = useAction({ onFields: form.refuse })
  return { form, failure }
}
