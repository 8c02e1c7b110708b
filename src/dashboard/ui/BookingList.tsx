import { useCallback, useEffect, useState } from 'react'
import { useStepUp } from '#src/accounts/ui/StepUp.tsx'
import { unknownErrorText } from '#src/kit/problems.ts'
import { CallError, call } from '#src/web/call.ts'
import { bookingPageSizes, type ShownBooking } from '../bookingRules.ts'
import { type BookingList, filterOf } from '../listRules.ts'

/** What is on the screen stays there while the next page is on its way. */
export type ListReading = { isBusy: boolean; shown?: { bookings: ShownBooking[]; total: number } | undefined; failure?: string | undefined }

/** A page of bookings, read again whenever the list, the company or `live` changes. */
export function useBookingList({ companyId, list, live }: { companyId: string; list: BookingList; live: number }) {
  const ask = useStepUp()
  const [reading, setReading] = useState<ListReading>({ isBusy: true })
  const [round, setRound] = useState(0)
  const wanted = JSON.stringify({ companyId, page: list.page, sort: list.sort, ...filterOf(list) })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `live` and a new round read the same list again
  useEffect(() => {
    let isGone = false
    const show = (next: ListReading) => {
      if (!isGone) setReading(next)
    }
    setReading(({ shown }) => ({ isBusy: true, shown }))
    const body = { pageSize: bookingPageSizes.standard, companyId, page: list.page, sort: list.sort, ...filterOf(list) }
    ask(() => call('list-company-bookings', body)).then(
      (shown) => show({ isBusy: false, shown }),
      (error: unknown) => show({ isBusy: false, failure: error instanceof CallError ? error.message : unknownErrorText }),
    )
    return () => {
      isGone = true
    }
  }, [ask, wanted, live, round])
  const retry = useCallback(() => setRound((last) => last + 1), [])
  return { reading, retry }
}
