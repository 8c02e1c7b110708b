import { proposalTexts } from '#src/orders/appointments/proposalTexts.ts'
import { NewTime } from '#src/orders/appointments/times/NewTime.tsx'
import { useFirstDay } from '#src/orders/appointments/times/TimePicker.tsx'
import { daysPerPage } from '#src/orders/ordering/times/texts.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
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
  const { queryResult, reload } = useQuery('get-appointment-slots', { ...ids, from, days: daysPerPage })
  return (
    <section className="card padded stack" aria-label="Anderen Termin vorschlagen">
      <p className="muted">Der Kunde bekommt eine E-Mail. Bis er zustimmt, gilt der alte Termin. Der Preis bleibt derselbe.</p>
      <NewTime
        current={current}
        wanted={wanted}
        {...{ from, setFrom, queryResult, reload }}
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
