import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { unknownErrorText } from '#src/platform/kit/problems.ts'
import { CallError } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { Receipt } from './Receipt.tsx'
import type { BookingReceipt } from './schemas.ts'
import { BookingLoading } from './ui/BookingLoading.tsx'

type BookingState =
  | { kind: 'loading' }
  | { kind: 'opened'; receipt: BookingReceipt }
  | { kind: 'notOpened'; text?: string }
  | { kind: 'failed'; text: string }

type OpenedProps = {
  /** Undefined before hydration; null if there is none. */
  bookingKey: BookingKey | null | undefined
  /** Shown if the key opens no booking, with the reason if there was a key. */
  notOpened: (text: string | undefined) => ReactNode
}

/** Loads and shows the booking that a key opens. */
export default function OpenedBooking({ bookingKey, notOpened }: OpenedProps) {
  const { bookingState, show, retry } = useBooking(bookingKey)
  if (bookingState.kind === 'opened' && bookingKey) {
    return <Receipt receipt={bookingState.receipt} bookingKey={bookingKey} onChange={(receipt) => show({ kind: 'opened', receipt })} />
  }
  if (bookingState.kind === 'notOpened') return notOpened(bookingState.text)
  if (bookingState.kind !== 'failed') return <BookingLoading />
  return (
    <div className="stack">
      <h1>Ihre Buchung</h1>
      <RegionFailure title="Die Buchung konnte nicht geladen werden" text={bookingState.text} onRetry={retry} />
    </div>
  )
}

function useBooking(bookingKey: BookingKey | null | undefined) {
  const [bookingState, show] = useState<BookingState>({ kind: 'loading' })
  const [round, setRound] = useState(0)
  const wanted = JSON.stringify(bookingKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same key, and a new round reads the same booking again
  useEffect(() => {
    if (bookingKey === undefined) return
    if (bookingKey === null) return show({ kind: 'notOpened' })
    const stop = new AbortController()
    show({ kind: 'loading' })
    readCall('get-booking', bookingKey, { signal: stop.signal }).then(
      (receipt) => show({ kind: 'opened', receipt }),
      (error: unknown) => {
        if (!stop.signal.aborted) show(failureOf(error))
      },
    )
    return () => stop.abort()
  }, [wanted, round])
  const retry = useCallback(() => setRound((last) => last + 1), [])
  return { bookingState, show, retry }
}

/** A malformed key (422) and an unknown one (404) mean the same to the user. */
function failureOf(error: unknown): BookingState {
  if (!(error instanceof CallError)) return { kind: 'failed', text: unknownErrorText }
  if (error.status === 404 || error.status === 422) return { kind: 'notOpened', text: error.message }
  return { kind: 'failed', text: error.message }
}
