import { useCallback, useEffect, useState } from 'react'
import { useStepUp } from '#src/accounts/ui/StepUp.tsx'
import { filterOf } from '#src/kit/listAddress.ts'
import { unknownErrorText } from '#src/kit/problems.ts'
import { CallError, call } from '#src/web/call.ts'
import type { ListReading } from '#src/web/ListRows.tsx'
import type { ShownBooking } from '../bookingRules.ts'
import type { BookingList } from '../listRules.ts'

/** A page of bookings, read again whenever the list, the company or `live` changes. */
export function useBookingList({ companyId, list, live }: { companyId: string; list: BookingList; live: number }) {
  const ask = useStepUp()
  const [reading, setReading] = useState<ListReading<ShownBooking>>({ isBusy: true })
  const [round, setRound] = useState(0)
  const wanted = JSON.stringify({ companyId, list })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `live` and a new round read the same list again
  useEffect(() => {
    let isGone = false
    const show = (next: ListReading<ShownBooking>) => {
      if (!isGone) setReading(next)
    }
    setReading(({ shown }) => ({ isBusy: true, shown }))
    const body = { companyId, page: list.page, sort: list.sort, ...filterOf(list) }
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
