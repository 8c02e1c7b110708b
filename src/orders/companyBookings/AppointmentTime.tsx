import { proposalTexts } from '#src/orders/appointments/proposalTexts.ts'
import { NewTime } from '#src/orders/appointments/times/NewTime.tsx'
import { useFirstDay } from '#src/orders/appointments/times/TimePicker.tsx'
import { daysShown } from '#src/orders/ordering/times/words.ts'
import { call } from '#src/platform/web/reading/call.ts'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type Time = { date: string; time: string }
type TimeProps = {
  ids: { companyId: string; bookingId: string }
  current: Time
  /** Preselected time, if it is free. */
  wanted?: Time | undefined
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Form for the time that a company proposes to its customer. */
export default function AppointmentTime({ ids, current, wanted, onDone, onClose }: TimeProps) {
  const { from, setFrom } = useFirstDay((wanted ?? current).date)
  const { reading, reload } = useReading('get-appointment-slots', { ...ids, from, days: daysShown })
  return (
    <section className="card padded stack" aria-label="Anderen Termin vorschlagen">
      <p className="muted">Der Kunde bekommt eine E-Mail. Bis er zustimmt, gilt der alte Termin. Der Preis bleibt derselbe.</p>
      <NewTime
        heading="h3"
        current={current}
        wanted={wanted}
        {...{ from, setFrom, reading, reload }}
        button={proposalTexts.send}
        failed={proposalTexts.notSent}
        send={async (to) => {
          await call('move-appointment', { ...ids, ...to })
          showToast({ kind: 'success', title: proposalTexts.sent })
          onClose()
          await onDone()
        }}
        onClose={onClose}
      />
    </section>
  )
}
