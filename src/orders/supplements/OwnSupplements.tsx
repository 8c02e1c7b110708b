import { type ReactNode, useState } from 'react'
import { type BookingKey, keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { PhotoButton } from '#src/orders/onsite/PhotoButton.tsx'
import { ConsentField } from '#src/orders/ordering/times/ConsentField.tsx'
import { RightOfWithdrawal } from '#src/orders/ordering/ui/EarlyStart.tsx'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact, SumLine } from '#src/platform/web/parts/Fact.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { OwnSupplementsView, SupplementView } from './rules.ts'
import { supplementStatusLabels, supplementStatusTones, supplementTexts } from './texts.ts'
import './supplements.css'

type OwnProps = { receipt: BookingReceipt; bookingKey: BookingKey }
const texts = supplementTexts.customer

/** Supplements of a booking for its customer: the sums agreed, added, refunded and paid, and the open ones to answer. */
export default function OwnSupplements({ receipt, bookingKey }: OwnProps) {
  const { queryResult, reload } = useQuery('get-supplements', { key: bookingKey })
  return (
    <QueryRegion
      queryResult={queryResult}
      failed="Die Nachträge konnten nicht geladen werden"
      loading={<p className="muted">Nachträge werden geladen…</p>}
      onRetry={reload}
    >
      {({ list, consent_until: consentUntil }) => (
        <>
          {list.map((one) =>
            one.status === 'open' ? (
              <OpenSupplement
                key={one.id}
                supplement={one}
                company={receipt.company.company_name}
                consentUntil={consentUntil}
                bookingKey={bookingKey}
                onAnswered={() => void reload()}
              />
            ) : null,
          )}
          <Overview receipt={receipt} list={list} />
        </>
      )}
    </QueryRegion>
  )
}

type OpenProps = {
  supplement: SupplementView
  company: string
  consentUntil: OwnSupplementsView['consent_until']
  bookingKey: BookingKey
  onAnswered: () => void
}

function OpenSupplement({ supplement, company, consentUntil, bookingKey, onAnswered }: OpenProps) {
  const [isGiven, setIsGiven] = useState(false)
  const [consentError, setConsentError] = useState<string>()
  const { isBusy, failure, action } = useAction({ onFields: (fields) => setConsentError(fields.earlyStartConsent) })
  const consentId = `supplement-${supplement.id}-consent`
  const answer = (isAccepted: boolean) =>
    void action(async () => {
      const consent = isAccepted && isGiven ? { earlyStartConsent: { version: earlyStartConsent.version } } : {}
      const { url } = await call('answer-supplement', { key: bookingKey, supplementId: supplement.id, isAccepted, ...consent })
      if (url) return location.assign(url)
      showToast({ kind: 'success', title: texts.declined })
      onAnswered()
    })
  const accept = () => {
    if (consentUntil && !isGiven) {
      setConsentError(supplementTexts.consent)
      document.getElementById(consentId)?.focus()
      return
    }
    answer(true)
  }
  return (
    <section className="card padded stack supplement-open" aria-labelledby={`supplement-${supplement.id}`}>
      <h2 id={`supplement-${supplement.id}`}>{texts.title}</h2>
      <p>{texts.says(company, new Date(supplement.answer_by))}</p>
      <SupplementFacts supplement={supplement} bookingKey={bookingKey} />
      {consentUntil ? (
        <>
          <RightOfWithdrawal isExempt={false} />
          <ConsentField
            id={consentId}
            until={consentUntil}
            isGiven={isGiven}
            error={consentError}
            onChange={(given) => {
              setIsGiven(given)
              setConsentError(undefined)
            }}
          />
        </>
      ) : null}
      <Failure title={texts.failed} text={failure} />
      <div className="row wrapping">
        <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={accept}>
          {texts.accept}
        </BusyButton>
        <button type="button" className="button neutral" disabled={isBusy} onClick={() => answer(false)}>
          {texts.decline}
        </button>
      </div>
      <p className="small muted">{texts.ask}</p>
    </section>
  )
}

type FactsProps = { supplement: SupplementView; bookingKey: BookingKey }

const SupplementFacts = ({ supplement: { label, total, reason, receipt }, bookingKey }: FactsProps) => (
  <dl className="summary">
    <Fact label="Nachtrag">{label}</Fact>
    <Fact label="Preis">
      <span className="number">{euros(total)}</span>
    </Fact>
    <Fact label="Begründung">{reason}</Fact>
    {receipt ? (
      <Fact label="Beleg">
        <div className="supplement-receipt">
          <PhotoButton
            label="Foto des Belegs"
            name={receipt.name}
            uploadedAt={new Date(receipt.uploaded_at)}
            path={`/functions/v1/own-work-photo?${new URLSearchParams({ id: receipt.id })}`}
            headers={keyHeaders(bookingKey)}
          />
        </div>
      </Fact>
    ) : null}
  </dl>
)

/** Sums of a job with its supplements, and the supplements that are answered. */
function Overview({ receipt, list }: { receipt: BookingReceipt; list: readonly SupplementView[] }) {
  const accepted = list.filter(({ status }) => status === 'accepted')
  const added = sumOf(accepted.map(({ total }) => total))
  const backOfAdded = sumOf(accepted.map(({ refunded }) => refunded))
  const back = receipt.refunded + backOfAdded
  const open = (receipt.plan?.open ?? 0) + sumOf(list.filter(({ status }) => status === 'open').map(({ total }) => total))
  const paid = (receipt.plan?.paid ?? receipt.amount - receipt.refunded) + added - backOfAdded
  return (
    <section className="card padded stack" aria-labelledby="supplement-sums">
      <h2 id="supplement-sums">Auftrag und Nachträge</h2>
      <dl className="pairs sum-up">
        <SumLine label={texts.agreed} amount={euros(receipt.plan?.total ?? receipt.amount)} />
        {accepted.length > 0 ? <SumLine label={texts.added} amount={euros(added)} /> : null}
        {back > 0 ? <SumLine label={texts.back} amount={euros(0 - back)} /> : null}
        <SumLine label={texts.paid} amount={euros(paid)} isTotal />
        {open > 0 ? <SumLine label={texts.open} amount={euros(open)} /> : null}
      </dl>
      <ul className="supplement-list">
        {list.map((one) => (
          <SupplementRow key={one.id} supplement={one} />
        ))}
      </ul>
    </section>
  )
}

const sumOf = (amounts: readonly number[]) => Math.round(amounts.reduce((sum, one) => sum + one * 100, 0)) / 100

/** One supplement of a list: work, price and state; `children`: its actions. */
export const SupplementRow = ({ supplement: { label, total, status }, children }: { supplement: SupplementView; children?: ReactNode }) => (
  <li>
    <span>
      {label}, <span className="number">{euros(total)}</span>
    </span>
    <StatusChip tone={supplementStatusTones[status]}>{supplementStatusLabels[status]}</StatusChip>
    {children}
  </li>
)
