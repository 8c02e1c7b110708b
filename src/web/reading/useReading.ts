import { useCallback, useEffect, useRef, useState } from 'react'
import { showToast } from '../shell/toast.ts'
import { useCalls } from './ask.ts'
import { type CallAnswer, type CallBody, type CallName, call } from './call.ts'
import { generalReads } from './defaults.ts'
import { readWithRetries } from './readCall.ts'
import { reasonOf } from './refusals.ts'

/** What is on the screen stays there while it is read again, and when that fails. */
export type Reading<Value> = { isBusy: boolean; shown?: Value | undefined; failure?: string | undefined }

export type ReadingRules = {
  /** Reads again so often, while somebody looks at the page. */
  everyMs?: number
  /** Reads again when it is another number. */
  live?: number
  /** A read that failed is repeated so often, after so long, or as general data are; a refusal is not. */
  retries?: number
  retryDelayMs?: number
}

/** A call that changes nothing, made whenever its body changes, and when asked again. */
export function useReading<Name extends CallName>(name: Name, body: CallBody<Name>, rules: ReadingRules = {}) {
  const wanted = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same body
  const read = useCallback((): Promise<CallAnswer<Name>> => call(name, body), [name, wanted])
  return useReadingOf(read, rules)
}

/** Reads whenever `read` is another one, and when asked again; `reload` answers whether it came, `refresh` says so, too. */
export function useReadingOf<Value>(read: () => Promise<Value>, rules: ReadingRules = {}) {
  const { everyMs, live, retries = generalReads.retries, retryDelayMs } = rules
  const { ask, followReading } = useCalls()
  const [reading, setReading] = useState<Reading<Value>>({ isBusy: true })
  const newest = useRef(0)
  const readAgain = useCallback(
    async (how: 'seen' | 'unseen') => {
      newest.current += 1
      const turn = newest.current
      const show = (next: (last: Reading<Value>) => Reading<Value>) => (turn === newest.current ? setReading(next) : undefined)
      if (how === 'seen') show(({ shown, failure }) => ({ isBusy: true, shown, failure }))
      try {
        const shown = await readWithRetries(() => ask(read), {
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
    [ask, read, retries, retryDelayMs],
  )
  const reload = useCallback(() => {
    followReading?.('seen')
    return readAgain('seen')
  }, [followReading, readAgain])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `live` reads the same again
  useEffect(() => {
    void readAgain('seen')
    return () => {
      newest.current += 1
    }
  }, [readAgain, live])
  usePolling(readAgain, everyMs)
  const refresh = useCallback(async () => sayWhetherFresh(await reload()), [reload])
  return { reading, reload, refresh }
}

/** Reads every so often while the page is visible, and at once when it is looked at again after longer than that. */
function usePolling(readAgain: (how: 'unseen') => Promise<boolean>, everyMs: number | undefined) {
  const { followReading } = useCalls()
  useEffect(() => {
    if (everyMs === undefined) return
    let lastAt = performance.now()
    const readWhenDue = () => {
      // Timers come a little early at times.
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

/** What every button 'Aktualisieren' of the areas says (docs/spec.md#areas). */
export const refreshTexts = { button: 'Aktualisieren', done: 'Erfolgreich aktualisiert', failed: 'Aktualisierung fehlgeschlagen' } as const

/** What a button 'Aktualisieren' says in the end. */
export const sayWhetherFresh = (isFresh: boolean) =>
  showToast(isFresh ? { kind: 'success', title: refreshTexts.done } : { kind: 'error', title: refreshTexts.failed })
