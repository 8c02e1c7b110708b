import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { type BillingField, type BillingTexts, billingFields, billingLabels } from './fields.ts'
import { billingAddress } from './rules.ts'

type DialogProps = {
  address: BillingTexts
  isBusiness: boolean
  /** Resolves once the address is stored. */
  onSave: (address: BillingTexts) => Promise<void>
  onClose: () => void
}

/** Dialog for the recipient of the invoice. */
export default function BillingDialog({ address, isBusiness, onSave, onClose }: DialogProps) {
  const form = useCheckedForm<BillingField>({
    prefix: 'billing',
    fields: address,
    check: errorsOf(billingAddress),
    send: async (values) => {
      await action(async () => {
        await onSave(values)
        onClose()
      })
    },
  })
  const { failure, action } = useAction({ onFields: form.refuse })
  const shown = billingFields.filter((name) => isBusiness || !businessFields.includes(name) || address[name] !== '')
  return (
    <SmallDialog title="Rechnungsadresse" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          // React events bubble through portals: without this the booking form would be submitted, too.
          event.stopPropagation()
          void form.submit(event)
        }}
      >
        {shown.map((name) => (
          <Field key={name} {...form.field(name)} label={billingLabels[name]} isOptional={businessFields.includes(name)}>
            {(control) => <input {...control} {...form.input(name)} autoComplete={autoCompletes[name]} />}
          </Field>
        ))}
        <Failure title="Die Adresse wurde nicht gespeichert" text={failure} />
        <BusyButton isBusy={form.isBusy}>Übernehmen</BusyButton>
      </form>
    </SmallDialog>
  )
}

const businessFields: readonly BillingField[] = ['vatId', 'buyerReference']
const autoCompletes: Record<BillingField, string> = {
  name: 'billing name',
  street: 'billing address-line1',
  postcode: 'billing postal-code',
  town: 'billing address-level2',
  vatId: 'off',
  buyerReference: 'off',
}
