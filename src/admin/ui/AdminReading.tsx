import { useCallback, useEffect, useRef, useState } from 'react'
import { unknownErrorText } from '#src/kit/problems.ts'
import { CallError } from '#src/web/call.ts'

/** What is on the screen stays there while it is read again, and when that fails. */
export type Reading<Value> = { isBusy: boolean; shown?: Value | undefined; failure?: string | undefined }

/** Reads whenever `read` is another one, and when asked again; `reload` answers whether it came. `onLost` hears of a session that is over. */
export function useAdminReading<Value>(read: () => Promise<Value>, onLost: () => Promise<void>) {
  const [reading, setReading] = useState<Reading<Value>>({ isBusy: true })
  const newest = useRef(0)
  const reload = useCallback(async () => {
    newest.current += 1
    const turn = newest.current
    const show = (next: (last: Reading<Value>) => Reading<Value>) => (turn === newest.current ? setReading(next) : undefined)
    show(({ shown, failure }) => ({ isBusy: true, shown, failure }))
    try {
      const shown = await read()
      show(() => ({ isBusy: false, shown }))
      return true
    } catch (error) {
      show(({ shown }) => ({ isBusy: false, shown, failure: reasonOf(error) }))
      await leaveWhenLost(error, onLost)
      return false
    }
  }, [read, onLost])
  useEffect(() => {
    void reload()
    return () => {
      newest.current += 1
    }
  }, [reload])
  return { reading, reload }
}

/** The server no longer knows this session. */
export async function leaveWhenLost(error: unknown, onLost: () => Promise<void>) {
  if (error instanceof CallError && [401, 403].includes(error.status)) await onLost()
}

export const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : unknownErrorText)
