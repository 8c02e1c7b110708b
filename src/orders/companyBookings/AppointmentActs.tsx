import { useState } from 'react'
import { type BookedHours, type CompanyAct, companyActTexts } from '#src/orders/appointments/actRules.ts'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { useAct } from '#src/platform/web/forms/useAct.ts'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { call } from '#src/platform/web/reading/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { WorkedHours } from './WorkedHours.tsx'

type Ids = { companyId: string; bookingId: string }
type ActsProps = {
  ids: Ids
  acts: readonly CompanyAct[]
  /** For work charged by the hour; otherwise null. */
  hourly: BookedHours | null
  size?: 'small'
  onDone: () => void
}

/** Buttons for the company's current actions on an appointment: one click, and one more to confirm. */
export function AppointmentActs({ ids, acts, hourly, size, onDone }: ActsProps) {
  const [asked, ask] = useState<CompanyAct>()
  if (acts.length === 0) return null
  const close = () => ask(undefined)
  const done = (act: CompanyAct) => {
    showToast({ kind: 'success', title: companyActTexts[act].done })
    close()
    onDone()
  }
  return (
    <>
      <div className="row wrapping">
        {acts.map((act) => (
          <button
            key={act}
            type="button"
            className={['button', act === 'cancel' ? 'danger' : 'neutral', size].filter(Boolean).join(' ')}
            onClick={() => ask(act)}
          >
            {companyActTexts[act].label}
          </button>
        ))}
      </div>
      {asked === 'cancel' ? (
        <ReasonDialog
          title="Termin absagen?"
          says="Der Kunde bekommt alles zurück, was er bezahlt hat. Das lässt sich nicht rückgängig machen."
          hint="Der Kunde liest ihn in der E-Mail."
          button={companyActTexts.cancel.label}
          failed={companyActTexts.cancel.failed}
          onClose={close}
          send={async (reason) => {
            await call('cancel-appointment', { ...ids, reason })
            done('cancel')
          }}
        />
      ) : null}
      {asked === 'performed' && hourly ? <WorkedHours ids={ids} booked={hourly} onClose={close} onDone={() => done(asked)} /> : null}
      {asked === 'missed' || (asked === 'performed' && !hourly) ? (
        <Mark ids={ids} act={asked} onClose={close} onDone={() => done(asked)} />
      ) : null}
    </>
  )
}

type MarkProps = { ids: Ids; act: 'performed' | 'missed'; onClose: () => void; onDone: () => void }
const calls = { performed: 'mark-performed', missed: 'mark-missed' } as const

function Mark({ ids, act: kind, onClose, onDone }: MarkProps) {
  const { act } = useAct()
  const { question, consequence, confirm, failed } = companyActTexts[kind]
  return (
    <ConfirmDialog
      question={question}
      consequence={consequence}
      confirmLabel={confirm}
      cancelLabel="Abbrechen"
      onCancel={onClose}
      onConfirm={() =>
        void act(async () => {
          await call(calls[kind], ids)
          onDone()
        }, failed)
      }
    />
  )
}
