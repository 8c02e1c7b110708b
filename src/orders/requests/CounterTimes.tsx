import { useState } from 'react'
import { TimePicker, useFirstDay } from '#src/orders/appointments/times/TimePicker.tsx'
import { daysShown, slotWords } from '#src/orders/ordering/times/words.ts'
import { useAct } from '#src/platform/web/forms/useAct.ts'
import { Plus, X } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/reading/call.ts'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { useSite } from '#src/platform/web/shell/site.ts'
import { mostCounterTimes } from './rules.ts'
import { answerTexts } from './texts.ts'

type Time = { date: string; time: string }
type TimesProps = {
  ids: { companyId: string; bookingId: string }
  firstDay: string
  onSent: () => Promise<unknown>
  onClose: () => void
}

/** Form of up to three free times that a company proposes in place of the requested one. */
export default function CounterTimes({ ids, firstDay, onSent, onClose }: TimesProps) {
  const { answerHours } = useSite()
  const [times, setTimes] = useState<readonly Time[]>([])
  const [draft, setDraft] = useState<Time>({ date: firstDay, time: '' })
  const { from, setFrom } = useFirstDay(firstDay)
  const { reading, reload } = useReading('get-appointment-slots', { ...ids, from, days: daysShown })
  const { isBusy, failure, act } = useAct({ onRefused: reload })
  const type = (name: keyof Time, value: string) => setDraft((last) => ({ ...last, [name]: value }))
  const isNew = draft.time !== '' && !times.some(({ date, time }) => date === draft.date && time === draft.time)
  const send = () =>
    void act(async () => {
      await call('answer-request', { ...ids, answer: 'counter', times: [...times] })
      await onSent()
    })
  return (
    <>
      <p className="muted">{answerTexts.counter.says(answerHours)}</p>
      <TimePicker heading="h4" chosen={{ draft, errors: {}, type }} slots={[]} {...{ from, setFrom, reading, reload }} />
      <button
        type="button"
        className="button secondary small"
        disabled={!isNew || times.length >= mostCounterTimes}
        onClick={() => setTimes([...times, draft])}
      >
        <Plus />
        Zeit hinzufügen
      </button>
      {times.length > 0 ? (
        <ul className="stack tight" aria-label="Vorgeschlagene Zeiten">
          {times.map((time) => (
            <li key={`${time.date} ${time.time}`} className="row">
              {slotWords(`${time.date} ${time.time}`)}
              <button
                type="button"
                className="cross"
                aria-label={`${slotWords(`${time.date} ${time.time}`)} entfernen`}
                onClick={() => setTimes(times.filter((one) => one !== time))}
              >
                <X />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {failure ? (
        <Note kind="bad" role="alert" title={answerTexts.failed}>
          {failure}
        </Note>
      ) : null}
      <div className="row wrapping">
        <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => (times.length > 0 ? send() : undefined)}>
          {answerTexts.counter.send}
        </BusyButton>
        <button type="button" className="button neutral" onClick={onClose}>
          Zurück
        </button>
      </div>
    </>
  )
}
