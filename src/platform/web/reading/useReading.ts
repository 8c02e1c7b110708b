import { useCallback, useEffect, useRef, useState } from 'react'
import { showToast } from '../shell/toast.ts'
import { useCalls } from './ask.ts'
import { type CallAnswer, type CallBody, type CallName, call } from './call.ts'
import { generalReads } from './defaults.ts'
import { readWithRetries } from './readCall.ts'
import { reasonOf } from './refusals.ts'

/** Shown data stay while they are read again, and when that fails. */
export type Reading<Value> = { isBusy: boolean; shown?: Value | undefined; failure?: string | undefined }

export type ReadingRules = {
  /** Poll at this interval, while the page is visible. */
  everyMs?: number
  /** Read again when this number changes. */
  live?: number
  /** How often and after how long a failed read is repeated (default: as general data); a refusal is not repeated. */
  retries?: number
  retryDelayMs?: number
}

/** A call that changes nothing. It runs when its body changes, and on request. */
export function useReading<Name extends CallName>(name: Name, body: CallBody<Name>, rules: ReadingRules = {}) {
  const wanted = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same body
  const read = useCallback((): Promise<CallAnswer<Name>> => call(name, body), [name, wanted])
  return useReadingOf(read, rules)
}

/** Reads when `read` changes, and on request; `reload` returns whether it worked, `refresh` also shows it. */
export function useReadingOf<Value>(read: () => Promise<Value>, rules: ReadingRules = {}) {
  const { everyMs, live, retries = generalReads.retries, retryDelayMs } = rules
  const { ask, followReading } = useCalls()
  const [reading, setReading] = useState<Reading<Value>>({ isBusy: true })
  const newest = useRef(0)
  // A callback made before the last change reads what is wanted now.
  const wanted = useRef(read)
  const readAgain = useCallback(
    async (how: 'seen' | 'unseen') => {
      newest.current += 1
      const turn = newest.current
      const show = (next: (last: Reading<Value>) => Reading<Value>) => (turn === newest.current ? setReading(next) : undefined)
      if (how === 'seen') show(({ shown, failure }) => ({ isBusy: true, shown, failure }))
      try {
        const shown = await readWithRetries(() => ask(wanted.current), {
          retries,
          retryDelayMs: retryDelayMs === undefined ? generalReads.retryDelayMs : () => retryDelayMs,
          isWanted: () => turn === newest.current,
        })
        show(() => ({ isBusy: false, shown }))
        return true
      } catch (error) {
        show(({ shown }) => ({ isBusy: false, shown, failure: reasonOf(error) }))
        return false
      }
    },
    [ask, retries, retryDelayMs],
  )
  const reload = useCallback(() => {
    followReading?.('seen')
    return readAgain('seen')
  }, [followReading, readAgain])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `live` reads the same again
  useEffect(() => {
    wanted.current = read
    void readAgain('seen')
    return () => {
      newest.current += 1
    }
  }, [read, readAgain, live])
  usePolling(readAgain, everyMs)
  const refresh = useCallback(async () => sayWhetherFresh(await reload()), [reload])
  return { reading, reload, refresh }
}

/** Calls `then` once, when there is first an answer: something to show, or the reason why not. */
export function useFirstAnswer({ shown, failure }: Reading<unknown>, then: () => void) {
  const isAnswered = shown !== undefined || failure !== undefined
  useEffect(() => {
    if (isAnswered) then()
  }, [isAnswered, then])
}

/** Polls while the page is visible, and reads at once when the page is shown again after a longer time. */
function usePolling(readAgain: (how: 'unseen') => Promise<boolean>, everyMs: number | undefined) {
  const { followReading } = useCalls()
  useEffect(() => {
    if (everyMs === undefined) return
    let lastAt = performance.now()
    const readWhenDue = () => {
      // Timers sometimes fire a little early.
      if (document.visibilityState !== 'visible' || performance.now() - lastAt < everyMs - 50) return
      lastAt = performance.now()
      followReading?.('unseen')
      void readAgain('unseen')
    }
    const timer = setInterval(readWhenDue, everyMs)
    document.addEventListener('visibilitychange', readWhenDue)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readWhenDue)
    }
  }, [followReading, readAgain, everyMs])
}

/** The texts of every button 'Aktualisieren' of the areas (docs/spec.md#areas). */
export const refreshTexts = { button: 'Aktualisieren', done: 'Erfolgreich aktualisiert', failed: 'Aktualisierung fehlgeschlagen' } as const

/** The final notification of a button 'Aktualisieren'. */
export const sayWhetherFresh = (isFresh: boolean) =>
  showToast(isFresh ? { kind: 'success', title: refreshTexts.done } : { kind: 'error', title: refreshTexts.failed })
