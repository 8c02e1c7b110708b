import { useState } from 'react'
import { useAct } from '#src/web/forms/useAct.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { call } from '#src/web/reading/call.ts'
import { useReading } from '#src/web/reading/useReading.ts'
import { showToast } from '#src/web/shell/toast.ts'
import type { BookingKey } from '../links/keyRules.ts'
import type { BookingReceipt } from '../rules.ts'
import { daysShown, TimePicker, useFirstDay } from './TimePicker.tsx'

type MoveProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void; onClose: () => void }

/** Chooses another free time for a booking, at the same price. */
export default function MoveTime({ receipt, bookingKey, onChange, onClose }: MoveProps) {
  const [draft, setDraft] = useState({ date: receipt.booking_date, time: receipt.booking_time })
  const { from, setFrom } = useFirstDay(draft.date)
  const { reading, reload } = useReading('get-move-slots', { key: bookingKey, from, days: daysShown })
  const { isBusy, failure, act } = useAct({ onRefused: reload })
  const isSame = draft.date === receipt.booking_date && draft.time === receipt.booking_time
  const type = (name: 'date' | 'time', value: string) => setDraft((last) => ({ ...last, [name]: value }))
  const move = () =>
    act(async () => {
      const moved = await call('propose-move', { key: bookingKey, ...draft })
      showToast({ kind: 'success', title: 'Ihr Termin ist verschoben' })
      onClose()
      onChange(moved)
    })
  return (
    <>
      <TimePicker heading="h3" chosen={{ draft, errors: {}, type }} slots={[]} {...{ from, setFrom, reading, reload }} />
      {failure ? (
        <Note kind="bad" role="alert" title="Der Termin wurde nicht verschoben">
          {failure}
        </Note>
      ) : null}
      <div className="row wrapping">
        <BusyButton type="button" isBusy={isBusy} onClick={() => (isSame || draft.time === '' ? undefined : void move())}>
          Termin verschieben
        </BusyButton>
        <button type="button" className="button neutral" onClick={onClose}>
          Beim alten Termin bleiben
        </button>
      </div>
    </>
  )
}
