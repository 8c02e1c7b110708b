import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { keptSupplementsName, readKept, withKept } from './keptRules.ts'
import type { SupplementInput } from './rules.ts'
import { supplementTexts } from './texts.ts'

type Ids = { companyId: string; bookingId: string }

/**
 * Supplements that were entered without a connection. They are stored in the browser and sent as soon as it is online again; their ids keep
 * one that was sent twice from being proposed twice. One that the server refuses is shown with the reason and given up.
 */
export function useKeptSupplements({ ids: { bookingId }, onSent }: { ids: Ids; onSent: () => unknown }) {
  const [kept, setKept] = useState<SupplementInput[]>([])
  const latest = useRef(onSent)
  latest.current = onSent

  const store = useCallback((next: SupplementInput[]) => {
    localStorage.setItem(keptSupplementsName, JSON.stringify(next))
    setKept(next)
  }, [])

  const sendAll = useCallback(async () => {
    for (const one of readKept(localStorage.getItem(keptSupplementsName))) {
      const outcome = await send(one)
      if (outcome === 'offline') return
      store(readKept(localStorage.getItem(keptSupplementsName)).filter(({ id }) => id !== one.id))
      if (outcome === 'sent') latest.current()
    }
  }, [store])

  useEffect(() => {
    setKept(readKept(localStorage.getItem(keptSupplementsName)))
    void sendAll()
    const stop = new AbortController()
    addEventListener('online', () => void sendAll(), { signal: stop.signal })
    return () => stop.abort()
  }, [sendAll])

  const keep = (one: SupplementInput) => store(withKept(readKept(localStorage.getItem(keptSupplementsName)), one))
  return { kept: kept.filter((one) => one.bookingId === bookingId), keep }
}

async function send(one: SupplementInput) {
  try {
    await call('propose-supplement', one)
    showToast({ kind: 'success', title: supplementTexts.company.sent, text: one.title })
    return 'sent'
  } catch (error) {
    // A missing session or code is asked for on the next page; the supplement waits.
    if (error instanceof CallError && [0, 401, 403, 429, 503].includes(error.status)) return 'offline'
    showToast({ kind: 'error', title: supplementTexts.company.failed, text: error instanceof Error ? error.message : one.title })
    return 'refused'
  }
}
