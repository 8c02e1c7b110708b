import { createContext, useContext } from 'react'

/**
 * Runs a call of a screen. What concerns no screen alone is for the shell around it: asking for a code in place and calling again, leaving
 * when the session is over. Rejects with the CallError all the same.
 */
export type Ask = <Answer>(run: () => Promise<Answer>) => Promise<Answer>

type AroundCalls = {
  ask: Ask
  /** Hears that a screen reads again: because somebody asked for it, or by itself. */
  followReading?: (how: 'seen' | 'unseen') => void
}

/** Given by the shell of the operator and of the company. Without one a refusal is simply passed on. */
export const CallsContext = createContext<AroundCalls>({ ask: (run) => run() })

export const useCalls = () => useContext(CallsContext)

/** `const ask = useAsk()`, then `await ask(() => call('…', body))`. */
export const useAsk = () => useCalls().ask
