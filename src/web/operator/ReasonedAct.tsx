import { type FormEvent, useState } from 'react'
import { useAct } from '../forms/useAct.ts'
import { fieldTextsOf, reasonOf } from '../reading/refusals.ts'

export type ReasonedActParts = {
  /** Does it; what it throws is a refusal. */
  act: (reason: string) => Promise<unknown>
  /** What is said when nothing was typed; without it the server says so. */
  missing?: string
  /** Title of a notification that says why it failed; without it that stands at the field. */
  failed?: string
  /** A last question stands between the form and the act: `confirm` is its yes. */
  isAskedFor?: boolean
}

/** A reason that is typed and what is done with it, one at a time. What was typed stays when it is refused. */
export function useReasonedAct({ act: carryOut, missing, failed, isAskedFor = false }: ReasonedActParts) {
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
    if (missing !== undefined && reason.trim() === '') return setProblem(missing)
    if (isAskedFor) setIsAsking(true)
    else confirm()
  }
  function change(typed: string) {
    setReason(typed)
    setProblem(undefined)
  }
  return { reason, problem, isBusy, change, submit, isAsking, confirm, stay: () => setIsAsking(false) }
}
