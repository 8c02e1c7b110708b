import { Pencil, ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { unknownErrorText } from '#src/kit/problems.ts'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { readCall } from '#src/web/reading/readCall.ts'
import { type BankState, BankView } from './BankView.tsx'
import { bankTexts } from './texts.ts'
import './bank.css'

/** The form brings the schema and the rules of IBANs, which most visits do not need. */
const BankForm = lazy(() => import('./BankForm.tsx').then((file) => ({ default: file.BankForm })))

type BankCardProps = {
  companyId: string
  /** Rises when something may have changed: the card looks again. */
  live: number
}

/** Bank details for payouts: what counts now, what waits for its link, and the form for a change. */
export function BankCard({ companyId, live }: BankCardProps) {
  const { reading, reload } = useBankDetails({ companyId, live })
  const [isEditing, setIsEditing] = useState(false)
  const opener = useReturnToOpener(isEditing)
  const details = reading.state === 'loaded' ? reading.bank.bank_details : null
  const hasSome = reading.state === 'loaded' && (details !== null || reading.bank.pending !== null)
  const close = () => setIsEditing(false)
  function finish() {
    close()
    reload()
  }
  return (
    <section className="card" aria-labelledby="bank-title">
      <div className="ch">
        <h2 id="bank-title">{bankTexts.title}</h2>
        {hasSome && !isEditing ? (
          <button ref={opener} type="button" className="btn btn-g btn-sm" onClick={() => setIsEditing(true)}>
            <Pencil />
            {bankTexts.edit}
          </button>
        ) : null}
      </div>
      <div className="cb stack">
        {reading.state === 'loading' ? <Waiting /> : null}
        {reading.state === 'failed' ? <RegionFailure title={bankTexts.notLoaded} text={reading.text} onRetry={reload} /> : null}
        {reading.state === 'loaded' && !isEditing ? (
          <BankView bank={reading.bank} openerRef={opener} onAdd={() => setIsEditing(true)} />
        ) : null}
        {isEditing ? (
          <Suspense fallback={<Waiting />}>
            <BankForm companyId={companyId} holder={details?.account_holder ?? ''} onCancel={close} onSent={finish} />
          </Suspense>
        ) : null}
        <div className="note n-info">
          <ShieldCheck />
          <span>{bankTexts.security}</span>
        </div>
      </div>
    </section>
  )
}

const Waiting = () => (
  <div className="bank-sk">
    <span className="sr" role="status">
      {bankTexts.loading}
    </span>
    <span className="sk" />
    <span className="sk" />
  </div>
)

type Reading = { state: 'loading' } | { state: 'failed'; text: string } | { state: 'loaded'; bank: BankState }

function useBankDetails({ companyId, live }: BankCardProps) {
  const ask = useAsk()
  const [reading, setReading] = useState<Reading>({ state: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round, or news, read the same details again
  useEffect(() => {
    let isGone = false
    const show = (next: Reading) => {
      if (!isGone) setReading(next)
    }
    ask(() => readCall('get-bank-details', { companyId })).then(
      (bank) => show({ state: 'loaded', bank }),
      (error: unknown) => show({ state: 'failed', text: error instanceof CallError ? error.message : unknownErrorText }),
    )
    return () => {
      isGone = true
    }
  }, [ask, companyId, live, round])
  return { reading, reload: useCallback(() => setRound((last) => last + 1), []) }
}

/** After the form the focus is where it came from. */
function useReturnToOpener(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
