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
  /** Act whose dialog is open at first. */
  initial?: CompanyAct | undefined
  /** Hours worked, as they were measured. */
  worked?: number | undefined
  onDone: () => void
}

/** Buttons for the company's current actions on an appointment: one click, and one more to confirm. */
export function AppointmentActions({ ids, acts, booked, size, initial, worked, onDone }: ActionsProps) {
  const [asked, ask] = useState<CompanyAct | undefined>(initial)
  const { action } = useAction()
  if (acts.length === 0) return null
  const marked = asked === 'missed' || (asked === 'performed' && !booked) ? asked : undefined
  const marking = marked && { ...companyActTexts[marked], act: marked, name: calls[marked] }
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
      {asked === 'performed' && booked ? (
        <WorkedAmount ids={ids} booked={booked} worked={worked} onClose={close} onDone={() => done(asked)} />
      ) : null}
      {marking ? (
        <ConfirmDialog
          question={marking.question}
          consequence={marking.consequence}
          confirmLabel={marking.confirm}
          cancelLabel="Abbrechen"
          onCancel={close}
          onConfirm={() =>
            void action(async () => {
              await call(marking.name, ids)
              done(marking.act)
            }, marking.failed)
          }
        />
      ) : null}
    </>
  )
}

const calls = { performed: 'mark-performed', missed: 'mark-missed' } as const
