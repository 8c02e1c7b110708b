import { type FormEvent, useState } from 'react'
import { CallError } from '#src/web/reading/call.ts'
import { leaveWhenLost, reasonOf } from './AdminReading.tsx'

type ReasonedActParts = {
  /** Does it; what it throws is a refusal. */
  act: (reason: string) => Promise<unknown>
  onDone: () => void
  /** What is said when nothing was typed; without it the server says so. */
  missing?: string
  onLost: () => Promise<void>
}

/** A reason that is typed and what is done with it, one at a time. What was typed stays when it is refused. */
export function useReasonedAct({ act, onDone, missing, onLost }: ReasonedActParts) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function run() {
    setIsBusy(true)
    try {
      await act(reason)
      onDone()
    } catch (error) {
      setIsBusy(false)
      setProblem((error instanceof CallError ? error.fields.reason?.[0] : undefined) ?? reasonOf(error))
      await leaveWhenLost(error, onLost)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (missing !== undefined && reason.trim() === '') return setProblem(missing)
    void run()
  }
  function change(typed: string) {
    setReason(typed)
    setProblem(undefined)
  }
  return { reason, problem, isBusy, change, submit }
}
