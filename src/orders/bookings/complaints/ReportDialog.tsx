import { useState } from 'react'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { BookingKey } from '../links/keyRules.ts'
import {
  complaintLimits,
  complaintReasonLabels,
  complaintReasons,
  complaintRequestLabels,
  complaintRequests,
  complaintTexts,
} from './rules.ts'

type DialogProps = { bookingKey: BookingKey; onClose: () => void; onChange: (receipt: BookingReceipt) => void }

/** Form in which a customer reports a problem with a service: reason, description, requested remedy. */
export function ReportDialog({ bookingKey, onClose, onChange }: DialogProps) {
  const [request, setRequest] = useState<(typeof complaintRequests)[number]>()
  const { failure, action } = useAction({ onFields: (texts) => form.refuse(texts) })
  const form = useCheckedForm({
    prefix: 'report',
    fields: { reason: '', words: '' },
    check: ({ reason, words }) => ({
      reason: reason === '' ? complaintTexts.reason : undefined,
      words: words.trim() === '' || words.trim().length > complaintLimits.words ? complaintTexts.words : undefined,
    }),
    async send({ reason: chosen, words }): Promise<void> {
      const reason = complaintReasons.find((one) => one === chosen)
      if (!reason) return
      await action(async () => {
        const receipt = await call('report-complaint', { key: bookingKey, reason, words, ...(request ? { request } : {}) })
        showToast({ kind: 'success', title: 'Ihre Meldung ist angekommen' })
        onClose()
        onChange(receipt)
      })
    },
  })
  return (
    <SmallDialog title="Problem melden" onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <Failure title="Ihre Meldung ist nicht angekommen" text={failure} />
        <FieldGroup id={form.idOf('reason')} legend="Was stimmt nicht?" error={form.errors.reason} isTarget>
          {complaintReasons.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="report-reason" checked={form.values.reason === one} onChange={() => form.type('reason', one)} />
              <span>{complaintReasonLabels[one]}</span>
            </label>
          ))}
        </FieldGroup>
        <Field
          {...form.field('words')}
          label="Was ist geschehen?"
          hint="Ihr Anbieter liest es. Fotos können Sie ihm als Nachricht schicken."
          length={{ typed: form.values.words, longest: complaintLimits.words }}
        >
          {(control) => <textarea {...control} rows={4} {...form.typing('words')} />}
        </Field>
        <FieldGroup id="report-request" legend="Was wünschen Sie sich?" isOptional error={undefined}>
          {complaintRequests.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="report-request" checked={request === one} onChange={() => setRequest(one)} />
              <span>{complaintRequestLabels[one]}</span>
            </label>
          ))}
        </FieldGroup>
        <BusyButton isBusy={form.isBusy}>Problem melden</BusyButton>
      </form>
    </SmallDialog>
  )
}
