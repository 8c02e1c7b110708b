import { useCallback, useEffect, useState } from 'react'
import { unknownErrorText } from '#src/kit/problems.ts'
import { CallError } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { readCall } from '#src/web/reading/readCall.ts'
import { useBookingToken } from '../links/BookingToken.tsx'
import { NewLink } from '../links/NewLink.tsx'
import { Receipt } from '../receipts/Receipt.tsx'
import type { BookingReceipt } from '../rules.ts'
import { BookingLoading } from './BookingLoading.tsx'

type Reading =
  | { kind: 'loading' }
  | { kind: 'opened'; receipt: BookingReceipt }
  | { kind: 'notOpened'; text?: string }
  | { kind: 'failed'; text: string }

/** Opens the booking of the link. Without a link that opens one, a new one can be asked for. */
export default function OwnBooking() {
  const token = useBookingToken()
  const { reading, show, retry } = useBooking(token)
  if (reading.kind === 'opened') {
    return (
      <Receipt receipt={reading.receipt} bookingKey={{ token: token ?? '' }} onChange={(receipt) => show({ kind: 'opened', receipt })} />
    )
  }
  if (reading.kind === 'notOpened') return <NewLink problem={reading.text} />
  if (reading.kind === 'loading') return <BookingLoading />
  return (
    <div className="stack">
      <h1>Ihre Buchung</h1>
      <RegionFailure title="Die Buchung konnte nicht geladen werden" text={reading.text} onRetry={retry} />
    </div>
  )
}

function useBooking(token: string | undefined) {
  const [reading, show] = useState<Reading>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same booking again
  useEffect(() => {
    if (token === undefined) return
    if (token === '') return show({ kind: 'notOpened' })
    const stop = new AbortController()
    show({ kind: 'loading' })
    readCall('get-booking', { token }, { signal: stop.signal }).then(
      (receipt) => show({ kind: 'opened', receipt }),
      (error: unknown) => {
        if (!stop.signal.aborted) show(failureOf(error))
      },
    )
    return () => stop.abort()
  }, [token, round])
  const retry = useCallback(() => setRound((last) => last + 1), [])
  return { reading, show, retry }
}

/** A malformed secret (422) and an unknown one (404) mean the same to the user. */
function failureOf(error: unknown): Reading {
  if (!(error instanceof CallError)) return { kind: 'failed', text: unknownErrorText }
  if (error.status === 404 || error.status === 422) return { kind: 'notOpened', text: error.message }
  return { kind: 'failed', text: error.message }
}
