import { type FormEvent, useState } from 'react'
import { useAction } from '../forms/useAction.ts'
import { fieldTextsOf, reasonOf } from '../queries/refusals.ts'

export type ReasonedActionParts = {
  /** Runs the action; an exception is a refusal. */
  action: (reason: string) => Promise<unknown>
  /** Error for an empty reason; without this text the server's own is shown. */
  missing?: string
  /** Title of an error notification; without it the error is shown at the field. */
  failed?: string
  /** Checks further fields of the form and shows their errors; false stops the action. */
  isComplete?: () => boolean
  /** Ask for a confirmation before the action; `confirm` gives it. */
  isAskedFor?: boolean
}

/** State of a reason and of the action that needs it, one action at a time. The reason is kept if the action is refused. */
export function useReasonedAction({ action: carryOut, missing, failed, isComplete, isAskedFor = false }: ReasonedActionParts) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, action } = useAction({
    onRefused: (error) => setProblem(fieldTextsOf(error).reason ?? (failed ? undefined : reasonOf(error))),
  })

  function confirm() {
    setIsConfirming(false)
    void action(() => carryOut(reason), failed)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const isRight = isComplete?.() ?? true
    if (missing !== undefined && reason.trim() === '') return setProblem(missing)
    if (!isRight) return
    if (isAskedFor) setIsConfirming(true)
    else confirm()
  }
  function change(typed: string) {
    setReason(typed)
    setProblem(undefined)
  }
  return { reason, problem, isBusy, change, submit, isConfirming, confirm, stay: () => setIsConfirming(false) }
}
