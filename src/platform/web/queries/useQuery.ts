import { useCallback, useEffect, useRef, useState } from 'react'
import { showToast } from '../shell/toast.ts'
import { type CallAnswer, type CallBody, type CallName, call } from './call.ts'
import { generalReads } from './defaults.ts'
import { readWithRetries } from './readCall.ts'
import { reasonOf } from './refusals.ts'
import { useCalls } from './runCall.ts'

/** Shown data stay while they are read again, and when that fails. */
export type QueryResult<Value> = { isBusy: boolean; data?: Value | undefined; failure?: string | undefined }

export type QueryOptions = {
  /** Poll at this interval, while the page is visible. */
  everyMs?: number
  /** Read again when this number changes. */
  live?: number
  /** Number and delay of retries of a failed read (default: as general data); a refusal is not retried. */
  retries?: number
  retryDelayMs?: number
}

/** Makes a read-only call when its body changes, and on request. */
export function useQuery<Name extends CallName>(name: Name, body: CallBody<Name>, rules: QueryOptions = {}) {
  const wanted = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same body
  const read = useCallback((): Promise<CallAnswer<Name>> => call(name, body), [name, wanted])
  return useQueryOf(read, rules)
}

/** Reads when `read` changes, and on request; `reload` returns whether it succeeded, `refresh` also shows it. */
export function useQueryOf<Value>(read: () => Promise<Value>, rules: QueryOptions = {}) {
  const { everyMs, live, retries = generalReads.retries, retryDelayMs } = rules
  const { runCall, onRefetch } = useCalls()
  const [queryResult, setQueryResult] = useState<QueryResult<Value>>({ isBusy: true })
  const newest = useRef(0)
  // A callback made before the last change makes the current read.
  const wanted = useRef(read)
  const readAgain = useCallback(
    async (how: 'seen' | 'unseen') => {
      newest.current += 1
      const turn = newest.current
      const show = (next: (last: QueryResult<Value>) => QueryResult<Value>) => (turn === newest.current ? setQueryResult(next) : undefined)
      if (how === 'seen') show(({ data, failure }) => ({ isBusy: true, data, failure }))
      try {
        const data = await readWithRetries(() => runCall(wanted.current), {
          retries,
          retryDelayMs: retryDelayMs === undefined ? generalReads.retryDelayMs : () => retryDelayMs,
          isWanted: () => turn === newest.current,
        })
        show(() => ({ isBusy: false, data }))
        return true
      } catch (error) {
        show(({ data }) => ({ isBusy: false, data, failure: reasonOf(error) }))
        return false
      }
    },
    [runCall, retries, retryDelayMs],
  )
  const reload = useCallback(() => {
    onRefetch?.('seen')
    return readAgain('seen')
  }, [onRefetch, readAgain])
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
  return { queryResult, reload, refresh }
}

/** Calls `then` once, at the first result: data or a failure. */
export function useFirstResponse({ data, failure }: QueryResult<unknown>, then: () => void) {
  const isAnswered = data !== undefined || failure !== undefined
  useEffect(() => {
    if (isAnswered) then()
  }, [isAnswered, then])
}

/** Polls while the page is visible, and reads at once when the page is shown again after a longer time. */
function usePolling(readAgain: (how: 'unseen') => Promise<boolean>, everyMs: number | undefined) {
  const { onRefetch } = useCalls()
  useEffect(() => {
    if (everyMs === undefined) return
    let lastAt = performance.now()
    const readWhenDue = () => {
      // Timers sometimes fire a little early.
      if (document.visibilityState !== 'visible' || performance.now() - lastAt < everyMs - 50) return
      lastAt = performance.now()
      onRefetch?.('unseen')
      void readAgain('unseen')
    }
    const timer = setInterval(readWhenDue, everyMs)
    document.addEventListener('visibilitychange', readWhenDue)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readWhenDue)
    }
  }, [onRefetch, readAgain, everyMs])
}

/** Texts of every button 'Aktualisieren' of the areas (docs/spec.md#areas). */
export const refreshTexts = { button: 'Aktualisieren', done: 'Erfolgreich aktualisiert', failed: 'Aktualisierung fehlgeschlagen' } as const

/** Final notification of a button 'Aktualisieren'. */
export const sayWhetherFresh = (isFresh: boolean) =>
  showToast(isFresh ? { kind: 'success', title: refreshTexts.done } : { kind: 'error', title: refreshTexts.failed })
