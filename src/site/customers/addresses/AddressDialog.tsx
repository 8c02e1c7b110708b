import { useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { addressFields, type SavedAddress } from './rules.ts'

type AddressDialogProps = { address: SavedAddress | undefined; onClose: () => void; onSaved: () => void }

/** Form of a new or existing address. */
export default function AddressDialog({ address, onClose, onSaved }: AddressDialogProps) {
  const [isDefault, setIsDefault] = useState(address?.is_default ?? false)
  const form = useCheckedForm({
    prefix: 'address',
    fields: { label: address?.label ?? '', line: address?.line ?? '' },
    check: errorsOf(addressFields),
    send: (values) => finish(() => call('save-address', { ...values, isDefault, ...(address ? { id: address.id } : {}) })),
  })
  const { failure, isBusy, action } = useAction({ onFields: form.refuse })
  const finish = async (run: () => Promise<unknown>) =>
    void (await action(async () => {
      await run()
      onSaved()
      onClose()
    }))
  return (
    <SmallDialog title={address ? 'Adresse ändern' : 'Adresse hinzufügen'} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <Failure title="Die Adresse wurde nicht gespeichert" text={failure} />
        <Field {...form.field('label')} label="Name" hint="Zum Beispiel Zuhause oder Büro">
          {(control) => <input {...control} type="text" autoComplete="off" {...form.input('label')} />}
        </Field>
        <Field {...form.field('line')} label="Adresse" hint="Straße, Hausnummer, Postleitzahl und Ort">
          {(control) => <input {...control} type="text" autoComplete="address-line1" {...form.input('line')} />}
        </Field>
        {address?.is_default ? null : (
          <label className="check">
            <input type="checkbox" checked={isDefault} onChange={(event) => setIsDefault(event.target.checked)} />
            Beim Buchen vorschlagen
          </label>
        )}
        <BusyButton isBusy={form.isBusy || isBusy}>Speichern</BusyButton>
        {address ? (
          <BusyButton
            type="button"
            className="button neutral wide"
            isBusy={isBusy}
            onClick={() => void finish(() => call('delete-address', { id: address.id }))}
          >
            Adresse löschen
          </BusyButton>
        ) : null}
      </form>
    </SmallDialog>
  )
}
