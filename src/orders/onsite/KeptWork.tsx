import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { keptWorkName, readKeptWork, withKeptStep } from './keptRules.ts'
import type { WorkStepInput } from './rules.ts'
import { workTexts } from './texts.ts'

/**
 * Steps of running work, stored in the browser with their moment before they are sent, in their order. Without a connection they wait until
 * there is one; their ids keep one that was sent twice from being entered twice. A step that the server refuses is shown with the reason and
 * given up.
 */
export function useKeptWork({ bookingId, onSent }: { bookingId: string; onSent: () => unknown }) {
  const [kept, setKept] = useState<WorkStepInput[]>([])
  const latest = useRef(onSent)
  latest.current = onSent
  const sending = useRef<Promise<boolean>>(undefined)

  const store = useCallback((next: WorkStepInput[]) => {
    localStorage.setItem(keptWorkName, JSON.stringify(next))
    setKept(next)
  }, [])

  /** Sends all waiting steps, one after another. Returns true if none is left. */
  const sendAll = useCallback(() => {
    sending.current ??= sendInOrder(store, () => latest.current()).finally(() => {
      sending.current = undefined
    })
    return sending.current
  }, [store])

  useEffect(() => {
    setKept(readKeptWork(localStorage.getItem(keptWorkName)))
    void sendAll()
    const stop = new AbortController()
    addEventListener('online', () => void sendAll(), { signal: stop.signal })
    return () => stop.abort()
  }, [sendAll])

  /** Stores a step and tries to send it. Returns true once it is with the server. */
  const enter = async (one: WorkStepInput) => {
    store(withKeptStep(readKeptWork(localStorage.getItem(keptWorkName)), one))
    await sending.current
    return sendAll()
  }
  return { kept: kept.filter((one) => one.bookingId === bookingId), enter }
}

async function sendInOrder(store: (next: WorkStepInput[]) => void, onSent: () => unknown) {
  for (;;) {
    const [first] = readKeptWork(localStorage.getItem(keptWorkName))
    if (!first) return true
    const outcome = await send(first)
    if (outcome === 'offline') return false
    await onSent()
    store(readKeptWork(localStorage.getItem(keptWorkName)).filter(({ id }) => id !== first.id))
  }
}

async function send(one: WorkStepInput) {
  try {
    await call('add-work-step', one)
    return 'sent'
  } catch (error) {
    // A missing session or code is asked for on the next page; the step waits.
    if (error instanceof CallError && [0, 401, 403, 429, 503].includes(error.status)) return 'offline'
    showToast({ kind: 'error', title: workTexts.company.refused, text: error instanceof Error ? error.message : '' })
    return 'refused'
  }
}
