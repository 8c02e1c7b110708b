import { useRef, useState } from 'react'
import { isTakenForAnother, useReturnFromMemory, wasAnswered } from '#src/money/payments/ui/OrderAttempt.tsx'
import type { requestOfDraft } from '#src/orders/bookings/draftRules.ts'
import { bookingMessages } from '#src/orders/bookings/rules.ts'
import { newIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { hasBookingDraft, keep, readSaved } from './savedDraft.ts'

type Order = ReturnType<typeof requestOfDraft> & { companyId: string; serviceTitle: string; attachmentIds: string[] }

type SubmissionProps = {
  companyId: string
  /** Called if the server refused the input. Returns true if the dialog shows the error at a field. */
  onRefused: (refusal: CallError) => boolean
  /** Called if the page was restored from the back/forward cache after the booking had been paid. */
  onPaidElsewhere: () => void
}

/** Orders and redirects to the checkout. One order at a time; the same content keeps its idempotency key and so finds the same booking. */
export function useBookingSubmission({ companyId, onRefused, onPaidElsewhere }: SubmissionProps) {
  const isUnderway = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  function end() {
    isUnderway.current = false
    setIsBusy(false)
  }

  useReturnFromMemory(() => {
    end()
    if (!hasBookingDraft(companyId)) onPaidElsewhere()
  })

  async function submit(order: Order) {
    if (isUnderway.current) return
    isUnderway.current = true
    setIsBusy(true)
    setFailure(undefined)
    try {
      await leaveForCheckout(order)
      // The browser is navigating away. If the user stops that, the button works again.
      setTimeout(end, 8_000)
    } catch (error) {
      end()
      if (error instanceof NoAddress || wasAnswered(error)) keep('attempt', companyId, '')
      if (error instanceof CallError && onRefused(error)) return
      setFailure(error instanceof CallError || error instanceof NoAddress ? error.message : bookingMessages.unknown)
    }
  }

  return { submit, isBusy, failure }
}

async function leaveForCheckout(order: Order) {
  const { url } = await place(order).catch((error: unknown) => {
    if (!isTakenForAnother(error)) throw error
    keep('attempt', order.companyId, '')
    return place(order)
  })
  if (!url) throw new NoAddress(bookingMessages.noPaymentUrl)
  keep('checkout', order.companyId, url)
  location.assign(url)
}

const place = (order: Order) => call('create-booking-payment', order, { idempotencyKey: keyFor(order) })

class NoAddress extends Error {}

/**
 * Age in milliseconds up to which an unchanged order reuses its checkout; an older one requests a new one. A checkout is open for at least
 * 30 minutes, so 25 is safe.
 */
const reusableMs = 25 * 60_000

/** Idempotency key of the last attempt while the order is unchanged, also after a return from the payment page; otherwise a new key. */
function keyFor(order: Order): string {
  const content = JSON.stringify(order)
  const now = Date.now()
  const last = Object(parseJson(readSaved('attempt', order.companyId)))
  if (last.content === content && typeof last.key === 'string' && now - last.madeAt < reusableMs) return last.key
  const key = newIdempotencyKey()
  keep('attempt', order.companyId, JSON.stringify({ content, key, madeAt: now }))
  return key
}

function parseJson(text: string | null): unknown {
  return text ? JSON.parse(text) : undefined
}
