import { useState } from 'react'
import { TimePicker, useFirstDay } from '#src/orders/appointments/times/TimePicker.tsx'
import { daysPerPage, formatSlot } from '#src/orders/ordering/times/texts.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Plus, X } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { useSite } from '#src/platform/web/shell/site.ts'
import { mostCounterTimes, type NamedPrice } from './rules.ts'
import { answerTexts } from './texts.ts'

type Time = { date: string; time: string }
type TimesProps = {
  ids: { companyId: string; bookingId: string }
  /** Price that the company names for an estimate. */
  named: NamedPrice
  firstDay: string
  onSent: () => Promise<unknown>
  onClose: () => void
}

/** Form of up to three free times that a company proposes in place of the requested one. */
export default function CounterTimes({ ids, named, firstDay, onSent, onClose }: TimesProps) {
  const { answerHours } = useSite()
  const [times, setTimes] = useState<readonly Time[]>([])
  const [draft, setDraft] = useState<Time>({ date: firstDay, time: '' })
  const { from, setFrom } = useFirstDay(firstDay)
  const { queryResult, reload } = useQuery('get-appointment-slots', { ...ids, from, days: daysPerPage })
  const { isBusy, failure, action } = useAction({ onRefused: reload })
  const type = (name: keyof Time, value: string) => setDraft((last) => ({ ...last, [name]: value }))
  const isNew = draft.time !== '' && !times.some(({ date, time }) => date === draft.date && time === draft.time)
  const send = () =>
    void action(async () => {
      await call('answer-request', { ...ids, answer: 'counter', times: [...times], ...named })
      await onSent()
    })
  return (
    <>
      <p className="muted">{answerTexts.counter.says(answerHours)}</p>
      <TimePicker heading="h4" chosen={{ draft, errors: {}, type }} slots={[]} {...{ from, setFrom, queryResult, reload }} />
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
              {formatSlot(`${time.date} ${time.time}`)}
              <button
                type="button"
                className="cross"
                aria-label={`${formatSlot(`${time.date} ${time.time}`)} entfernen`}
                onClick={() => setTimes(times.filter((one) => one !== time))}
              >
                <X />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Failure title={answerTexts.failed} text={failure} />
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
