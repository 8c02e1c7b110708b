import { useState } from 'react'
import { type CompanyAct, companyActTexts } from '#src/orders/appointments/actRules.ts'
import type { Booked } from '#src/orders/appointments/booked.ts'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { WorkedAmount } from './WorkedAmount.tsx'

type Ids = { companyId: string; bookingId: string }
type ActionsProps = {
  ids: Ids
  acts: readonly CompanyAct[]
  /** For work charged by the hour or the piece; otherwise null. */
  booked: Booked | null
  size?: 'small'
  onDone: () => void
}

/** Buttons for the company's current actions on an appointment: one click, and one more to confirm. */
export function AppointmentActions({ ids, acts, booked, size, onDone }: ActionsProps) {
  const [asked, ask] = useState<CompanyAct>()
  if (acts.length === 0) return null
  const close = () => ask(undefined)
  const done = (action: CompanyAct) => {
    showToast({ kind: 'success', title: companyActTexts[action].done })
    close()
    onDone()
  }
  return (
    <>
      <div className="row wrapping">
        {acts.map((action) => (
          <button
            key={action}
            type="button"
            className={['button', action === 'cancel' ? 'danger' : 'neutral', size].filter(Boolean).join(' ')}
            onClick={() => ask(action)}
          >
            {companyActTexts[action].label}
          </button>
        ))}
      </div>
      {asked === 'cancel' ? (
        <ReasonDialog
          title="Termin absagen?"
          says="Der Kunde bekommt alles zurück, was er bezahlt hat. Das lässt sich nicht rückgängig machen."
          hint="Er steht in der E-Mail an den Kunden."
          button={companyActTexts.cancel.label}
          failed={companyActTexts.cancel.failed}
          onClose={close}
          send={async (reason) => {
            await call('cancel-appointment', { ...ids, reason })
            done('cancel')
          }}
        />
      ) : null}
      {asked === 'performed' && booked ? <WorkedAmount ids={ids} booked={booked} onClose={close} onDone={() => done(asked)} /> : null}
      {asked === 'missed' || (asked === 'performed' && !booked) ? (
        <MarkDialog ids={ids} action={asked} onClose={close} onDone={() => done(asked)} />
      ) : null}
    </>
  )
}

type MarkDialogProps = { ids: Ids; action: 'performed' | 'missed'; onClose: () => void; onDone: () => void }
const calls = { performed: 'mark-performed', missed: 'mark-missed' } as const

function MarkDialog({ ids, action: kind, onClose, onDone }: MarkDialogProps) {
  const { action } = useAction()
  const { question, consequence, confirm, failed } = companyActTexts[kind]
  return (
    <ConfirmDialog
      question={question}
      consequence={consequence}
      confirmLabel={confirm}
      cancelLabel="Abbrechen"
      onCancel={onClose}
      onConfirm={() =>
        void action(async () => {
          await call(calls[kind], ids)
          onDone()
        }, failed)
      }
    />
  )
}
