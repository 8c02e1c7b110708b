import { type ReactNode, useState } from 'react'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import type { QueryResult } from '#src/platform/web/queries/useQuery.ts'
import { TimePicker } from './TimePicker.tsx'

type Time = { date: string; time: string }
type NewTimeProps = {
  heading: 'h3' | 'h4'
  current: Time
  /** Preselected time, if it is not the current one. */
  wanted?: Time | undefined
  from: string
  setFrom: (day: string) => void
  queryResult: QueryResult<CallAnswer<'get-free-slots'>>
  reload: () => Promise<unknown>
  button: string
  failed: string
  send: (to: Time) => Promise<unknown>
  onClose: () => void
  /** Additional fields for a day. */
  children?: (day: string) => ReactNode
}

/** Form to choose a free time other than the current one. */
export function NewTime({
  heading,
  current,
  wanted,
  from,
  setFrom,
  queryResult,
  reload,
  button,
  failed,
  send,
  onClose,
  children,
}: NewTimeProps) {
  const [draft, setDraft] = useState(wanted ?? current)
  const { isBusy, failure, action } = useAction({ onRefused: reload })
  const isSame = draft.date === current.date && draft.time === current.time
  const type = (name: keyof Time, value: string) => setDraft((last) => ({ ...last, [name]: value }))
  return (
    <>
      <TimePicker heading={heading} chosen={{ draft, errors: {}, type }} slots={[]} {...{ from, setFrom, queryResult, reload }} />
      {children?.(draft.date)}
      {failure ? (
        <Note kind="bad" role="alert" title={failed}>
          {failure}
        </Note>
      ) : null}
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
