import { ErrorSummary } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { DiscardDialog } from '#src/platform/web/forms/LeaveGuard.tsx'
import { useConfirmation } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { OperatorCompanyForm } from '#src/supply/companies/fields/CompanyForm.tsx'
import { imprintNames, operatorNames, operatorProfileNames } from '#src/supply/companies/fields/fields.ts'
import { labelsOf } from '#src/supply/companies/fields/reading.ts'
import { imprintTexts } from '#src/supply/companies/imprint/texts.ts'
import { operatorTexts } from '#src/supply/companies/operator/rules.ts'
import { useCompanyEditing } from './CompanyEditing.tsx'
import type { CompanyDetail } from './rules.ts'
import { companyAreaTexts, planLabels } from './texts.ts'

type EditDialogProps = { company: CompanyDetail; onClose: () => void; onSaved: () => void }
const formId = 'company-edit'
const labels = { ...labelsOf(operatorNames, 'operator'), plan: 'Plan', premium: 'Premium', verified: 'Verifiziert' }

/** Dialog to change a company. Asks before typed input is discarded. */
export function CompanyEditDialog({ company, onClose, onSaved }: EditDialogProps) {
  const editing = useCompanyEditing({ company, onSaved })
  const { form, hints } = editing
  const { isConfirming, ask, stay } = useConfirmation()
  const leave = () => (editing.isChanged ? ask() : onClose())
  return (
    <Dialog
      title={`${company.company_name} bearbeiten`}
      bodyLabel="Felder des Anbieters"
      onClose={leave}
      foot={
        <>
          <CloseButton label="Abbrechen" onClose={leave} />
          <SaveButton isBusy={form.isBusy} />
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <p className="muted">Mit * gekennzeichnete Felder sind erforderlich.</p>
        <ErrorSummary fields={form.invalid.map((name) => ({ id: form.idOf(name), label: labels[name] }))} />
        {editing.failure ? <Refused text={editing.failure} onLoadNewer={editing.isStale ? editing.loadNewer : undefined} /> : null}
        <OperatorCompanyForm form={form} names={operatorProfileNames} hints={hints} isDescriptionOptional />
        <fieldset className="company-bank">
          <legend>
            <h3>{imprintTexts.title}</h3>
          </legend>
          <OperatorCompanyForm form={form} names={imprintNames} hints={hints} />
        </fieldset>
        <Decisions company={company} editing={editing} />
      </form>
      {isConfirming ? <DiscardDialog onDiscard={onClose} onStay={stay} /> : null}
    </Dialog>
  )
}

/** In the dialog's footer, outside its form. */
const SaveButton = ({ isBusy }: { isBusy: boolean }) => (
  <button type="submit" form={formId} className="button primary" aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined}>
    {isBusy ? 'Wird gespeichert…' : 'Änderungen speichern'}
  </button>
)

const Refused = ({ text, onLoadNewer }: { text: string; onLoadNewer: (() => Promise<unknown>) | undefined }) => (
  <Note
    kind="bad"
    role="alert"
    title={companyAreaTexts.notSaved}
    actions={
      onLoadNewer ? (
        <button type="button" className="button secondary small" onClick={() => void onLoadNewer()}>
          Neuen Stand laden
        </button>
      ) : undefined
    }
  >
    {text}
  </Note>
)

/** Fields that only the operator may change; the plan of a paying company follows its subscription. */
function Decisions({ company, editing: { form, hints } }: { company: CompanyDetail; editing: ReturnType<typeof useCompanyEditing> }) {
  const isPaying = company.subscription_kind === 'paid'
  return (
    <fieldset className="company-bank">
      <legend>
        <h3>Plan und Prüfung</h3>
      </legend>
      <div className="field-grid two">
        <Field {...form.field('plan')} label="Plan" hint={isPaying ? operatorTexts.planFollows : hints.plan}>
          {(control) => (
            <select
              {...control}
              name="plan"
              value={form.values.plan}
              disabled={isPaying}
              onChange={(event) => form.type('plan', event.target.value)}
            >
              <option value="basic">{planLabels.basic}</option>
              <option value="premium">{planLabels.premium}</option>
            </select>
          )}
        </Field>
        <div className="company-ticks">
          <Tick form={form} name="premium" label="Premium-Abzeichen" isDisabled={isPaying} hint={hints.premium} />
          <Tick form={form} name="verified" label="Verifiziert" hint={hints.verified} />
        </div>
      </div>
    </fieldset>
  )
}

type TickProps = {
  form: ReturnType<typeof useCompanyEditing>['form']
  name: 'premium' | 'verified'
  label: string
  isDisabled?: boolean
  hint?: string | undefined
}

const Tick = ({ form, name, label, isDisabled = false, hint }: TickProps) => (
  <div>
    <label className="check">
      <input
        id={form.idOf(name)}
        type="checkbox"
        disabled={isDisabled}
        checked={form.values[name] === 'yes'}
        onChange={(event) => form.type(name, event.target.checked ? 'yes' : '')}
      />
      {label}
    </label>
    {hint ? <p className="hint">{hint}</p> : null}
  </div>
)
