import { useEffect, useRef } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'

/** Number and interval of repeated reads of a booking whose payment is in progress. */
const rereads = { times: 10, pauseMs: 2_000 }

type Progress = { isRunning: boolean; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Polls a booking while a process runs that ends by itself. A failed read changes nothing on the page. */
export function useProgress({ isRunning, ...others }: Progress) {
  const latest = useRef(others)
  latest.current = others
  const step = useRef(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      step.current += 1
      if (step.current > rereads.times) return clearInterval(timer)
      readCall('get-booking', latest.current.bookingKey).then(latest.current.onChange, () => undefined)
    }, rereads.pauseMs)
    return () => clearInterval(timer)
  }, [isRunning])
}
