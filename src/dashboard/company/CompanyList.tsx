import { useCallback, useEffect, useState } from 'react'
import { unknownErrorText } from '#src/kit/problems.ts'
import { useAsk } from '#src/web/reading/ask.ts'
import { type CallAnswer, type CallBody, CallError } from '#src/web/reading/call.ts'
import { readCall } from '#src/web/reading/readCall.ts'

type ListCall = 'list-company-bookings' | 'list-company-reviews'
/** What is on the screen stays there while it is read again. */
type Reading<Name extends ListCall> = { isBusy: boolean; shown?: CallAnswer<Name> | undefined; failure?: string }

/** A page of a list of the company's, read again whenever its body or `live` changes. */
export function useCompanyList<Name extends ListCall>({ name, body, live }: { name: Name; body: CallBody<Name>; live: number }) {
  const ask = useAsk()
  const [reading, setReading] = useState<Reading<Name>>({ isBusy: true })
  const [round, setRound] = useState(0)
  const wanted = JSON.stringify(body)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same body; `live` and a new round read the same list again
  useEffect(() => {
    let isGone = false
    const show = (next: (last: Reading<Name>) => Reading<Name>) => {
      if (!isGone) setReading(next)
    }
    show(({ shown }) => ({ isBusy: true, shown }))
    ask(() => readCall(name, body)).then(
      (shown) => show(() => ({ isBusy: false, shown })),
      (error: unknown) => show(() => ({ isBusy: false, failure: error instanceof CallError ? error.message : unknownErrorText })),
    )
    return () => {
      isGone = true
    }
  }, [ask, name, wanted, live, round])
  const readAgain = useCallback(() => setRound((last) => last + 1), [])
  return { reading, readAgain }
}
