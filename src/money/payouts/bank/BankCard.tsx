import { lazy, Suspense, useState } from 'react'
import { useReturnToOpener } from '#src/platform/web/forms/useReturnToOpener.ts'
import { Pencil, ShieldCheck } from '#src/platform/web/icons/Icons.tsx'
import { LinesWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { BankView } from './BankView.tsx'
import { bankTexts } from './texts.ts'
import './bank.css'

/** Lazy: the form imports the schema and the IBAN rules, which most visits do not need. */
const BankForm = lazy(() => import('./BankForm.tsx').then((file) => ({ default: file.BankForm })))

type BankCardProps = {
  companyId: string
  /** Counter of live updates: the card refetches its data when it grows. */
  live: number
}

/** Bank details for payouts: the current ones, a change that awaits confirmation, and the form for a change. */
export function BankCard({ companyId, live }: BankCardProps) {
  const { queryResult, reload } = useQuery('get-bank-details', { companyId }, { live })
  const { data } = queryResult
  const [isEditing, setIsEditing] = useState(false)
  const opener = useReturnToOpener(isEditing)
  const details = data?.bank_details ?? null
  const hasSome = details !== null || (data?.pending ?? null) !== null
  const close = () => setIsEditing(false)
  function finish() {
    close()
    void reload()
  }
  return (
    <section className="card" aria-labelledby="bank-title">
      <div className="card-head">
        <h2 id="bank-title">{bankTexts.title}</h2>
        {hasSome && !isEditing ? (
          <button ref={opener} type="button" className="button neutral small" onClick={() => setIsEditing(true)}>
            <Pencil />
            {bankTexts.edit}
          </button>
        ) : null}
      </div>
      <div className="card-body stack">
        <QueryRegion queryResult={queryResult} failed={bankTexts.notLoaded} loading={<Waiting />} onRetry={reload}>
          {(bank) => (isEditing ? null : <BankView bank={bank} openerRef={opener} onAdd={() => setIsEditing(true)} />)}
        </QueryRegion>
        {isEditing ? (
          <Suspense fallback={<Waiting />}>
            <BankForm companyId={companyId} holder={details?.account_holder ?? ''} onCancel={close} onSent={finish} />
          </Suspense>
        ) : null}
        <div className="note info">
          <ShieldCheck />
          <span>{bankTexts.security}</span>
        </div>
      </div>
    </section>
  )
}

const Waiting = () => <LinesWaiting text={bankTexts.loading} lines={2} />
