import { lazy, Suspense } from 'react'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { TimesWaiting } from '#src/orders/ordering/times/Waiting.tsx'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import type { Entry } from './entries.ts'
import type { Start } from './sheet.ts'

const AppointmentTime = lazy(() => import('#src/orders/companyBookings/AppointmentTime.tsx'))

type MoveProps = { companyId: string; entry: Entry; start?: Start; onClose: () => void }

/** Dialog that proposes another time to the customer. A time chosen by dragging is preselected if it is free. */
export function MoveDialog({ companyId, entry, start, onClose }: MoveProps) {
  const current = { date: berlinDay(new Date(entry.from)), time: clockTime(entry.from) }
  return (
    <Dialog
      title={`Verschieben: ${entry.title}`}
      bodyLabel="Anderen Termin vorschlagen"
      onClose={onClose}
      foot={
        <>
          <span />
          <CloseButton onClose={onClose} />
        </>
      }
    >
      <p>
        Bisher: <b>{formatSlot(`${current.date} ${current.time}`)}</b>
        {start ? (
          <span>
            <br />
            Gewünscht: <b>{formatSlot(`${start.date} ${start.time}`)}</b>. Ist diese Zeit nicht frei, wählen Sie bitte eine andere.
          </span>
        ) : null}
      </p>
      <Suspense fallback={<TimesWaiting />}>
        <AppointmentTime
          ids={{ companyId, bookingId: entry.bookingId ?? '' }}
          current={current}
          wanted={start}
          onDone={async () => undefined}
          onClose={onClose}
        />
      </Suspense>
    </Dialog>
  )
}
