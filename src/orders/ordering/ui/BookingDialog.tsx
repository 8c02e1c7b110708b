import { useEffect } from 'react'
import { forget } from '#src/foundation/files/ui/Uploads.tsx'
import { ErrorSummary } from '#src/platform/web/forms/ErrorSummary.tsx'
import { ConfirmDialog, useConfirmation } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Stepper } from '#src/platform/web/parts/Stepper.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { loadLater, useLater } from '../order/Later.tsx'
import { type BookableCompany, priceNote } from './BookableCompany.tsx'
import { type BookingDraftState, fieldId, fieldLabels, headingId, type Opening, stepLabels } from './BookingDraft.tsx'
import { type BookingSteps, useBookingSteps } from './BookingSteps.tsx'
import './booking.css'
import { DetailsStep } from './DetailsStep.tsx'
import { DialogFoot } from './DialogFoot.tsx'
import { PriceColumn } from './PriceColumn.tsx'
import { discardSavedDraft } from './savedDraft.ts'

const formId = 'booking-form'

type BookingDialogProps = Opening & { company: BookableCompany; offer: CallAnswer<'get-company-services'>; onClose: () => void }

/** Books a company in three steps and redirects to the payment page (docs/spec.md#booking-dialog). Loaded when first opened. */
export default function BookingDialog({ company, onClose, ...opening }: BookingDialogProps) {
  const steps = useBookingSteps({ company, ...opening, onPaidElsewhere: onClose, loadChecks: loadLater })
  const { draft, offer, submission } = steps
  const note = priceNote(offer.taxText)
  const closing = useClosing(company, steps, onClose)
  const later = useLater(draft.step > 0)
  return (
    <>
      <Dialog
        isClosedByBack
        title="Termin buchen"
        head={
          <>
            <p className="dialog-company">
              bei <b>{company.companyName}</b>
            </p>
            <Stepper steps={stepLabels} current={draft.step} {...(submission.isBusy ? {} : { onBack: steps.goBackTo })} />
          </>
        }
        bodyLabel={stepNumber(draft.step)}
        side={<PriceColumn company={company} steps={steps} note={note} />}
        sideLabel="Preis"
        foot={<DialogFoot {...{ company, steps, formId, note }} place={opening.place} onCancel={closing.close} />}
        onClose={closing.close}
      >
        <form id={formId} className="booking-form" noValidate onSubmit={steps.goOn}>
          <StepHeading draft={draft} hasServices={offer.services.length > 0} />
          <ErrorSummary fields={draft.marked.map((name) => ({ id: fieldId(name), label: fieldLabels[name] }))} />
          {draft.step === 0 ? <DetailsStep company={company} steps={steps} addresses={opening.person?.addresses ?? []} /> : null}
          {draft.step > 0 && later ? <later.LaterStep company={company} steps={steps} /> : null}
        </form>
      </Dialog>
      {closing.isConfirming ? (
        <ConfirmDialog
          question="Buchung abbrechen?"
          consequence="Ihre Eingaben gehen verloren."
          confirmLabel="Buchung abbrechen"
          cancelLabel="Weiter bearbeiten"
          onConfirm={closing.discard}
          onCancel={closing.stay}
        />
      ) : null}
    </>
  )
}

/** Names the step for screen readers, and takes the focus when the step changes. */
function StepHeading({ draft, hasServices }: { draft: BookingDraftState; hasServices: boolean }) {
  const { focus, step } = draft
  const isOpening = focus.turn === 0 && step === 0
  useEffect(() => {
    // On a phone, focusing the first field would open the keyboard and cover half of the text.
    const first = fieldId(hasServices ? 'serviceId' : 'customerName')
    const target = document.getElementById(isOpening && matchMedia('(pointer: fine)').matches ? first : focus.id)
    target?.focus({ preventScroll: true })
    // Scroll to the whole field, including the error below it.
    const shown = target?.closest('.field') ?? target
    shown?.scrollIntoView({ block: focus.id === headingId ? 'center' : 'nearest' })
  }, [focus, isOpening, hasServices])
  return (
    <h3 id={headingId} className="unseen" tabIndex={-1}>
      {stepNumber(step)}: {stepLabels[step]}
    </h3>
  )
}

const stepNumber = (step: number) => `Schritt ${step + 1} von ${stepLabels.length}`

/** Asks for a confirmation before typed input is lost; an order in progress is not interrupted. */
function useClosing(company: BookableCompany, { draft, uploads, submission, hold }: BookingSteps, onClose: () => void) {
  const { isConfirming, ask, stay } = useConfirmation()
  function discard() {
    for (const file of uploads.stored) forget(file.id)
    discardSavedDraft(company.id)
    hold.release()
    onClose()
  }
  function close() {
    if (submission.isBusy) return
    if (draft.isTyped || uploads.uploads.length > 0) return ask()
    discard()
  }
  return { isConfirming, close, discard, stay }
}
