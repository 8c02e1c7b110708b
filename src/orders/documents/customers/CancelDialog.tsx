import { type FormEvent, useState } from 'react'
import { euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type CustomerDocument, cancelReasonLabels, cancelReasons, customerTexts } from './rules.ts'
import { invoiceTexts } from './texts.ts'

type CancelProps = { companyId: string; invoice: CustomerDocument; onClose: () => void; onChanged: () => void }

/** Dialog in which a company cancels an invoice issued in its name; the customer sees the reason. */
export function CancelDialog({ companyId, invoice: { id, number, customer_name, gross }, onClose, onChanged }: CancelProps) {
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, failure, action } = useAction()

  function cancel(event: FormEvent) {
    event.preventDefault()
    const reason = cancelReasons.find((one) => one === chosen)
    if (!reason) return setError(customerTexts.reason)
    void action(async () => {
      await call('cancel-customer-invoice', { companyId, documentId: id, reason })
      showToast({ kind: 'success', title: invoiceTexts.cancelled, text: invoiceTexts.cancelledHelp })
      onChanged()
      onClose()
    })
  }

  return (
    <SmallDialog title={`${number} stornieren`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={cancel}>
        <p className="muted">
          {euros(gross)} an {customer_name}. {invoiceTexts.cancelHelp}
        </p>
        <SelectField
          id="cancel-invoice-reason"
          label="Grund"
          hint="Steht auf der Stornorechnung."
          error={error}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setError(undefined)
          }}
        >
          <option value="">Bitte wählen</option>
          <Options words={cancelReasonLabels} />
        </SelectField>
        <Failure title="Die Rechnung wurde nicht storniert" text={failure} />
        <BusyButton className="button danger wide" isBusy={isBusy}>
          Stornorechnung stellen
        </BusyButton>
      </form>
    </SmallDialog>
  )
}
