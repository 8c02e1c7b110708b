import { createContext, useContext } from 'react'

/**
 * Runs a call of a screen. The shell handles the cases common to all screens: it asks for a code and calls again, or leaves when the
 * session has ended. Rejects with the CallError in any case.
 */
export type RunCall = <Answer>(run: () => Promise<Answer>) => Promise<Answer>

type CallsContextValue = {
  runCall: RunCall
  /** Called when a screen reads again: 'seen' on the user's request, 'unseen' automatically. */
  onRefetch?: (how: 'seen' | 'unseen') => void
}

/** Provided by the shell of the operator and of the company. Without a shell a refusal is passed on. */
export const CallsContext = createContext<CallsContextValue>({ runCall: (run) => run() })

export const useCalls = () => useContext(CallsContext)

/** `const runCall = useRunCall()`, then `await runCall(() => call('…', body))`. */
export const useRunCall = () => useCalls().runCall
