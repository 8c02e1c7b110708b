import { useCallback, useEffect, useRef, useState } from 'react'
import { unknownErrorText } from '#src/kit/problems.ts'
import { type CallAnswer, type CallBody, CallError, type CallName, call } from '#src/web/reading/call.ts'
import { generalReads } from '#src/web/reading/defaults.ts'
import { readWithRetries } from '#src/web/reading/readCall.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { refreshTexts } from '../gate/gateRules.ts'
import { followReading } from '../overview/AdminStats.tsx'

/** What is on the screen stays there while it is read again, and when that fails. */
export type Reading<Value> = { isBusy: boolean; shown?: Value | undefined; failure?: string | undefined }

export type ReadingRules = {
  /** Reads again so often, while somebody looks at the page. */
  everyMs?: number
  /** A read that failed is repeated so often, after so long, or as general data are; a refusal is not. */
  retries?: number
  retryDelayMs?: number
}

/**
 * Reads whenever `read` is another one, and when asked again; `reload` answers whether it came, `refresh` says so, too. `onLost` hears of a
 * session that is over.
 */
export function useAdminReading<Value>(read: () => Promise<Value>, onLost: () => Promise<void>, rules: ReadingRules = {}) {
  const { everyMs, retries = generalReads.retries, retryDelayMs } = rules
  const [reading, setReading] = useState<Reading<Value>>({ isBusy: true })
  const newest = useRef(0)
  const readAgain = useCallback(
    async (how: 'seen' | 'unseen') => {
      newest.current += 1
      const turn = newest.current
      const show = (next: (last: Reading<Value>) => Reading<Value>) => (turn === newest.current ? setReading(next) : undefined)
      if (how === 'seen') show(({ shown, failure }) => ({ isBusy: true, shown, failure }))
      try {
        const shown = await readWithRetries(read, {
          retries,
          retryDelayMs: retryDelayMs === undefined ? generalReads.retryDelayMs : () => retryDelayMs,
          isWanted: () => turn === newest.current,
        })
        show(() => ({ isBusy: false, shown }))
        return true
      } catch (error) {
        show(({ shown }) => ({ isBusy: false, shown, failure: reasonOf(error) }))
        await leaveWhenLost(error, onLost)
        return false
      }
    },
    [read, onLost, retries, retryDelayMs],
  )
  const reload = useCallback(() => {
    followReading('seen')
    return readAgain('seen')
  }, [readAgain])
  useEffect(() => {
    void readAgain('seen')
    return () => {
      newest.current += 1
    }
  }, [readAgain])
  usePolling(readAgain, everyMs)
  const refresh = useCallback(async () => sayWhetherFresh(await reload()), [reload])
  return { reading, reload, refresh }
}

/** A list of the server's, read whenever its body changes: `useAdminList({ name: 'admin-list-…', body, onLost, everyMs })`. */
export function useAdminList<Name extends CallName>({
  name,
  body,
  onLost,
  ...rules
}: ReadingRules & { name: Name; body: CallBody<Name>; onLost: () => Promise<void> }) {
  const wanted = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same body
  const read = useCallback((): Promise<CallAnswer<Name>> => call(name, body), [name, wanted])
  return useAdminReading(read, onLost, rules)
}

/** What a button 'Aktualisieren' says in the end. */
export const sayWhetherFresh = (isFresh: boolean) =>
  showToast(isFresh ? { kind: 'success', title: refreshTexts.done } : { kind: 'error', title: refreshTexts.failed })

/** Reads every so often while the page is visible, and at once when it is looked at again after longer than that. */
function usePolling(readAgain: (how: 'unseen') => Promise<boolean>, everyMs: number | undefined) {
  useEffect(() => {
    if (everyMs === undefined) return
    let lastAt = performance.now()
    const readWhenDue = () => {
      // Timers come a little early at times.
      if (document.visibilityState !== 'visible' || performance.now() - lastAt < everyMs - 50) return
      lastAt = performance.now()
      followReading('unseen')
      void readAgain('unseen')
    }
    const timer = setInterval(readWhenDue, everyMs)
    document.addEventListener('visibilitychange', readWhenDue)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readWhenDue)
    }
  }, [readAgain, everyMs])
}

/** The server no longer knows this session. */
export async function leaveWhenLost(error: unknown, onLost: () => Promise<void>) {
  if (error instanceof CallError && [401, 403].includes(error.status)) await onLost()
}

export const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : unknownErrorText)
