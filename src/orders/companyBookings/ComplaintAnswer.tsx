import { useState } from 'react'
import { ComplaintFacts } from '#src/orders/bookings/complaints/ComplaintFacts.tsx'
import { type ComplaintView, complaintLimits, complaintTexts, isOpenComplaint } from '#src/orders/bookings/complaints/rules.ts'
import { RefundChoiceFields } from '#src/orders/refunds/complaints/RefundChoiceFields.tsx'
import { amountError, amountOf, type RefundChoice } from '#src/orders/refunds/complaints/rules.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type ComplaintProps = {
  ids: { companyId: string; bookingId: string }
  complaint: ComplaintView
  /** Amount of the booking that can still be refunded, in euros. */
  left: number
  onDone: () => Promise<unknown>
}

const stateTexts: Record<ComplaintView['status'], (until: string) => string> = {
  open: (until) => `Bitte antworten Sie bis ${until}. Danach entscheiden wir. So lange wird diese Buchung nicht ausgezahlt.`,
  answered: (until) => `Ihr Kunde hat bis ${until} Zeit, sich zu Ihrer Antwort zu äußern. So lange wird diese Buchung nicht ausgezahlt.`,
  escalated: () => 'Wir prüfen beide Seiten und entscheiden. So lange wird diese Buchung nicht ausgezahlt.',
  settled: () => 'Das Problem ist erledigt.',
  decided: () => 'Wir haben entschieden.',
}

/** Complaint of the customer, and the company's answer. */
export function ComplaintAnswer({ ids, complaint, left, onDone }: ComplaintProps) {
  const [isOpen, setIsOpen] = useState(false)
  const until = complaint.deadline_at ? formatMoment(new Date(complaint.deadline_at)) : ''
  const isAnswerable = isOpenComplaint(complaint.status) && complaint.answer === null
  return (
    <section className="card padded stack" aria-labelledby="booking-complaint">
      <h3 id="booking-complaint">Gemeldetes Problem</h3>
      <p>{stateTexts[complaint.status](until)}</p>
      <ComplaintFacts complaint={complaint} />
      {isAnswerable ? (
        <div className="row wrapping">
          <button type="button" className="button primary" onClick={() => setIsOpen(true)}>
            Antworten
          </button>
        </div>
      ) : null}
      {isOpen ? <AnswerDialog ids={ids} left={left} onClose={() => setIsOpen(false)} onDone={onDone} /> : null}
    </section>
  )
}

type AnswerProps = Pick<ComplaintProps, 'ids' | 'left' | 'onDone'> & { onClose: () => void }

function AnswerDialog({ ids, left, onClose, onDone }: AnswerProps) {
  const [refund, setRefund] = useState<RefundChoice>('none')
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, failure, action } = useAction({ onFields: (texts) => form.refuse(texts) })
  const form = useCheckedForm({
    prefix: 'complaint',
    fields: { answer: '', amount: '' },
    check: ({ answer, amount }) => ({
      answer: answer.trim() === '' || answer.trim().length > complaintLimits.words ? complaintTexts.answer : undefined,
      amount: amountError({ refund, amount }, left),
    }),
    async send() {
      setIsConfirming(true)
    },
  })
  const send = () => {
    setIsConfirming(false)
    const { answer, amount } = form.values
    void action(async () => {
      await call('answer-complaint', { ...ids, answer, refund, ...amountOf({ refund, amount }) })
      showToast({ kind: 'success', title: 'Ihre Antwort ist gesendet' })
      onClose()
      await onDone()
    })
  }
  return (
    <SmallDialog title="Auf das Problem antworten" onClose={onClose}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <Failure title="Ihre Antwort wurde nicht gesendet" text={failure} />
        <Field
          {...form.field('answer')}
          label="Ihre Antwort"
          hint="Ihr Kunde bekommt sie per E-Mail. Sie können nur einmal antworten; weiter schreiben können Sie unter „Nachrichten“."
          length={{ typed: form.values.answer, longest: complaintLimits.words }}
        >
          {(control) => <textarea {...control} rows={4} {...form.typing('answer')} />}
        </Field>
        <RefundChoiceFields
          prefix="complaint"
          legend="Was geht an den Kunden zurück?"
          left={left}
          choice={refund}
          onChoice={setRefund}
          amount={form.values.amount}
          error={form.errors.amount}
          onAmount={(typed) => form.type('amount', typed)}
        />
        <BusyButton isBusy={isBusy}>Antwort senden</BusyButton>
      </form>
      {isConfirming ? (
        <ConfirmDialog
          question="Antwort senden?"
          consequence={
            refund === 'none'
              ? 'Ihr Kunde bekommt Ihre Antwort. Sie lässt sich nicht ändern.'
              : 'Ihr Kunde bekommt Ihre Antwort, und das Geld geht sofort zurück. Das lässt sich nicht rückgängig machen.'
          }
          confirmLabel="Ja, senden"
          cancelLabel="Zurück"
          onCancel={() => setIsConfirming(false)}
          onConfirm={send}
        />
      ) : null}
    </SmallDialog>
  )
}
