import { type FormEvent, useState } from 'react'
import { useAct } from '../forms/useAct.ts'
import { fieldTextsOf, reasonOf } from '../reading/refusals.ts'

export type ReasonedActParts = {
  /** Does the act; an exception is a refusal. */
  act: (reason: string) => Promise<unknown>
  /** The error for an empty reason; without this text the server's own is shown. */
  missing?: string
  /** Title of an error notification; without it the error is shown at the field. */
  failed?: string
  /** Checks further fields of the form and shows their errors; false stops the act. */
  isComplete?: () => boolean
  /** Ask a final question before the act; `confirm` is its yes. */
  isAskedFor?: boolean
}

/** The state of a reason and of the act that needs it, one act at a time. The reason is kept when the act is refused. */
export function useReasonedAct({ act: carryOut, missing, failed, isComplete, isAskedFor = false }: ReasonedActParts) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, act } = useAct({
    onRefused: (error) => setProblem(fieldTextsOf(error).reason ?? (failed ? undefined : reasonOf(error))),
  })

  function confirm() {
    setIsAsking(false)
    void act(() => carryOut(reason), failed)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const isRight = isComplete?.() ?? true
    if (missing !== undefined && reason.trim() === '') return setProblem(missing)
    if (!isRight) return
    if (isAskedFor) setIsAsking(true)
    else confirm()
  }
  function change(typed: string) {
    setReason(typed)
    setProblem(undefined)
  }
  return { reason, problem, isBusy, change, submit, isAsking, confirm, stay: () => setIsAsking(false) }
}
