import { type ReactNode, useState } from 'react'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { TimePicker, type TimesQuery } from './TimePicker.tsx'

type Time = { date: string; time: string }
type NewTimeProps = TimesQuery & {
  current: Time
  /** Preselected time, if it is not the current one. */
  wanted?: Time | undefined
  button: string
  failed: string
  send: (to: Time) => Promise<unknown>
  onClose: () => void
  /** Additional fields for a day. */
  children?: (day: string) => ReactNode
}

/** Form to choose a free time other than the current one. */
export function NewTime({ current, wanted, button, failed, send, onClose, children, ...times }: NewTimeProps) {
  const [draft, setDraft] = useState(wanted ?? current)
  const { isBusy, failure, action } = useAction({ onRefused: times.reload })
  const isSame = draft.date === current.date && draft.time === current.time
  const type = (name: keyof Time, value: string) => setDraft((last) => ({ ...last, [name]: value }))
  return (
    <>
      <TimePicker heading="h3" chosen={{ draft, errors: {}, type }} slots={[]} {...times} />
      {children?.(draft.date)}
      <Failure title={failed} text={failure} />
      <div className="row wrapping">
        <BusyButton
          type="button"
          isBusy={isBusy}
          onClick={() => (isSame || draft.time === '' ? undefined : void action(() => send(draft)))}
        >
          {button}
        </BusyButton>
        <button type="button" className="button neutral" onClick={onClose}>
          Beim alten Termin bleiben
        </button>
      </div>
    </>
  )
}
