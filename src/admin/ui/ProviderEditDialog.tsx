import { type FormEvent, useState } from 'react'
import { noticeLabels } from '#src/companies/noticeTextRules.ts'
import { operatorTexts } from '#src/companies/operatorRules.ts'
import { ConfirmDialog, useQuestion } from '#src/web/ConfirmDialog.tsx'
import { Dialog } from '#src/web/Dialog.tsx'
import { ErrorSummary } from '#src/web/ErrorSummary.tsx'
import { Field } from '#src/web/Field.tsx'
import { Note } from '#src/web/Note.tsx'
import type { ProviderDetail } from '../providerRules.ts'
import { planWords, providerTexts } from '../providerTextRules.ts'
import { editNames, useProviderEditing } from './ProviderEditing.tsx'
import { ProviderFields, ProviderNotice, plainLabel, providerLabels } from './ProviderFields.tsx'

type EditDialogProps = { provider: ProviderDetail; onClose: () => void; onSaved: () => void; onLost: () => Promise<void> }
const formId = 'provider-edit'
const labels = { ...providerLabels, ...noticeLabels, plan: 'Plan', premium: 'Premium', verified: 'Verifiziert' }

/** Changes a provider. Nothing typed goes without being asked for. */
export function ProviderEditDialog({ provider, onClose, onSaved, onLost }: EditDialogProps) {
  const editing = useProviderEditing({ provider, onSaved, onLost })
  const { form, hints } = editing
  const [hasTried, setHasTried] = useState(false)
  const { isAsking, ask, stay } = useQuestion()
  const marked = hasTried ? editNames.filter((name) => form.errors[name] !== undefined) : []
  const leave = () => (editing.isChanged ? ask() : onClose())

  function submit(event: FormEvent) {
    setHasTried(true)
    void form.submit(event)
  }
  return (
    <Dialog
      title={`${provider.company_name} bearbeiten`}
      bodyLabel="Felder des Anbieters"
      onClose={leave}
      foot={
        <>
          <button type="button" className="btn btn-g" onClick={leave}>
            Abbrechen
          </button>
          <SaveButton isBusy={form.isBusy} />
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={submit}>
        <p className="mut">Mit * gekennzeichnete Felder sind erforderlich.</p>
        <ErrorSummary fields={marked.map((name) => ({ id: form.idOf(name), label: plainLabel(labels[name]) }))} />
        {editing.failure ? <Refused text={editing.failure} onLoadNewer={editing.isStale ? editing.loadNewer : undefined} /> : null}
        <ProviderFields form={form} hints={hints} isDescriptionOptional />
        <ProviderNotice form={form} hints={hints} />
        <Decisions provider={provider} editing={editing} />
      </form>
      {isAsking ? (
        <ConfirmDialog
          question="Änderungen verwerfen?"
          consequence="Ihre Eingaben wurden noch nicht gespeichert und gehen verloren."
          confirmLabel="Verwerfen"
          cancelLabel="Weiter bearbeiten"
          onConfirm={onClose}
          onCancel={stay}
        />
      ) : null}
    </Dialog>
  )
}

/** Stands in the dialog's foot, outside its form. */
const SaveButton = ({ isBusy }: { isBusy: boolean }) => (
  <button type="submit" form={formId} className="btn btn-p" aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined}>
    {isBusy ? 'Wird gespeichert…' : 'Änderungen speichern'}
  </button>
)

const Refused = ({ text, onLoadNewer }: { text: string; onLoadNewer: (() => Promise<void>) | undefined }) => (
  <Note
    kind="bad"
    role="alert"
    title={providerTexts.notSaved}
    actions={
      onLoadNewer ? (
        <button type="button" className="btn btn-s btn-sm" onClick={() => void onLoadNewer()}>
          Neuen Stand laden
        </button>
      ) : undefined
    }
  >
    {text}
  </Note>
)

/** What only the operator decides; what a company pays for follows its subscription. */
function Decisions({ provider, editing: { form, hints } }: { provider: ProviderDetail; editing: ReturnType<typeof useProviderEditing> }) {
  const isPaying = provider.subscription_kind === 'paid'
  return (
    <fieldset className="pv-bank">
      <legend>
        <h3>Plan und Prüfung</h3>
      </legend>
      <div className="fg two">
        <Field id={form.idOf('plan')} label="Plan" error={form.errors.plan} hint={isPaying ? operatorTexts.planFollows : hints.plan}>
          {(control) => (
            <select
              {...control}
              name="plan"
              value={form.values.plan}
              disabled={isPaying}
              onChange={(event) => form.type('plan', event.target.value)}
            >
              <option value="basic">{planWords.basic}</option>
              <option value="premium">{planWords.premium}</option>
            </select>
          )}
        </Field>
        <div className="pv-ticks">
          <Tick form={form} name="premium" label="Premium-Abzeichen" isDisabled={isPaying} hint={hints.premium} />
          <Tick form={form} name="verified" label="Verifiziert" hint={hints.verified} />
        </div>
      </div>
    </fieldset>
  )
}

type TickProps = {
  form: ReturnType<typeof useProviderEditing>['form']
  name: 'premium' | 'verified'
  label: string
  isDisabled?: boolean
  hint?: string | undefined
}

const Tick = ({ form, name, label, isDisabled = false, hint }: TickProps) => (
  <div>
    <label className="ck">
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
