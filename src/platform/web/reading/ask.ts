import { createContext, useContext } from 'react'

/**
 * Runs a call of a screen. The shell handles what concerns every screen: it asks for a code and calls again, or leaves when the session has
 * ended. Rejects with the CallError all the same.
 */
export type Ask = <Answer>(run: () => Promise<Answer>) => Promise<Answer>

type AroundCalls = {
  ask: Ask
  /** Called when a screen reads again: 'seen' when the user asked for it, 'unseen' when it happens by itself. */
  followReading?: (how: 'seen' | 'unseen') => void
}

/** Provided by the shell of the operator and of the company. Without a shell a refusal is passed on. */
export const CallsContext = createContext<AroundCalls>({ ask: (run) => run() })

export const useCalls = () => useContext(CallsContext)

/** `const ask = useAsk()`, then `await ask(() => call('…', body))`. */
export const useAsk = () => useCalls().ask
