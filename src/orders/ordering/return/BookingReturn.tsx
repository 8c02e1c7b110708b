import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PaymentChecking } from '#src/money/payments/ui/PaymentChecking.tsx'
import { bookingMessages } from '#src/orders/bookings/rules.ts'
import { Receipt } from '#src/orders/receipts/Receipt.tsx'
import { ReceiptShape } from '#src/orders/receipts/ReceiptShape.tsx'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { reportPaid } from '../ui/draftSharing.ts'
import { discardPaidDraft } from '../ui/savedDraft.ts'

type Outcome =
  | { kind: 'checking' }
  | { kind: 'notPaid'; isChecking: boolean; companyId: string | undefined; payUrl: string | null | undefined }
  | { kind: 'verifyFailed' | 'notLoaded'; text: string }
  | { kind: 'notFound' }
  | { kind: 'booked'; receipt: BookingReceipt }

type ReturnParameters = { sessionId: string; bookingId: string }

/** Verifies the payment, then shows the booking. Without both ids there is nothing to verify. */
export default function BookingReturn({ sessionId, bookingId }: ReturnParameters) {
  const isComplete = sessionId !== '' && bookingId !== ''
  useLeavingWhen(!isComplete)
  const { outcome, show, checkAgain } = useVerification({ sessionId, bookingId })
  if (outcome.kind === 'booked') {
    const bookingKey = { sessionId, bookingId }
    return <Receipt isNew receipt={outcome.receipt} bookingKey={bookingKey} onChange={(receipt) => show({ kind: 'booked', receipt })} />
  }
  if (outcome.kind === 'checking' || !isComplete) return <PaymentChecking shape={<ReceiptShape />} />
  return <Trouble outcome={outcome} onCheckAgain={checkAgain} />
}

/** A payment may be confirmed late: number and interval of the automatic checks of an unpaid session. */
const rechecks = { times: 3, pauseMs: 2_000 }

function useVerification({ sessionId, bookingId }: ReturnParameters) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'checking' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round verifies the same ids again
  useEffect(() => {
    if (!sessionId || !bookingId) return
    const stop = new AbortController()
    const show = (next: Outcome) => {
      if (!stop.signal.aborted) setOutcome(next)
    }
    void verifyAndLoad({ sessionId, bookingId, signal: stop.signal, show })
    return () => stop.abort()
  }, [sessionId, bookingId, round])

  function checkAgain() {
    setOutcome({ kind: 'checking' })
    setRound((last) => last + 1)
  }
  return { outcome, show: setOutcome, checkAgain }
}

type Verification = ReturnParameters & { signal: AbortSignal; show: (outcome: Outcome) => void }

async function verifyAndLoad(verification: Verification) {
  const { sessionId, bookingId, signal, show } = verification
  try {
    if (!(await isPaid(verification))) return
  } catch (error) {
    return show({ kind: 'verifyFailed', text: textOf(error) })
  }
  if (signal.aborted) return
  reportPaid(discardPaidDraft(sessionId))
  try {
    show({ kind: 'booked', receipt: await readCall('get-booking', { bookingId, sessionId }, { signal }) })
  } catch (error) {
    show(error instanceof CallError && error.status === 404 ? { kind: 'notFound' } : { kind: 'notLoaded', text: textOf(error) })
  }
}

async function isPaid({ sessionId, bookingId, signal, show }: Verification) {
  for (let check = 0; check <= rechecks.times; check++) {
    if (check > 0) await pause(rechecks.pauseMs)
    if (signal.aborted) return false
    const {
      paid,
      requested,
      processing,
      company_id: companyId,
      pay_url: payUrl,
    } = await call('verify-payment', { sessionId, bookingId }, { signal })
    if (paid || requested || processing) return true
    show({ kind: 'notPaid', isChecking: check < rechecks.times, companyId, payUrl })
  }
  return false
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const textOf = (error: unknown) => (error instanceof CallError ? error.message : bookingMessages.unknown)

/** Navigates home with a toast. The timeout lets the cleanup cancel the first run when React runs the effect twice. */
function useLeavingWhen(isLeaving: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isLeaving) return
    const turn = setTimeout(() => {
      showToast({ kind: 'error', title: bookingMessages.returnIncomplete })
      void navigate('/', { replace: true })
    })
    return () => clearTimeout(turn)
  }, [isLeaving, navigate])
}

const troubles = {
  notPaid: { title: bookingMessages.notPaid, kind: 'warn' },
  verifyFailed: { title: bookingMessages.verifyFailed, kind: 'bad' },
  notLoaded: { title: 'Ihre Zahlung ist bestätigt, aber die Buchung konnte nicht geladen werden', kind: 'bad' },
  notFound: { title: bookingMessages.notFound, kind: 'bad' },
} as const

type TroubleProps = { outcome: Exclude<Outcome, { kind: 'checking' | 'booked' }>; onCheckAgain: () => void }

function Trouble({ outcome, onCheckAgain }: TroubleProps) {
  const { title, kind } = troubles[outcome.kind]
  return (
    <div className="stack">
      <h1>Ihre Buchung</h1>
      <Note
        kind={kind}
        role="alert"
        title={title}
        actions={
          <>
            {outcome.kind === 'notPaid' ? <PayAgain {...outcome} /> : null}
            <button type="button" className="button secondary small" onClick={onCheckAgain}>
              <RotateCw />
              {outcome.kind === 'notPaid' ? 'Erneut prüfen' : 'Erneut versuchen'}
            </button>
            {outcome.kind === 'notPaid' && outcome.companyId && outcome.payUrl ? (
              <Link className="button neutral small" to={`/service/${outcome.companyId}`}>
                Zum Anbieter
              </Link>
            ) : null}
            <Link className="button neutral small" to="/support">
              Support kontaktieren
            </Link>
          </>
        }
      >
        {adviceFor(outcome)}
      </Note>
    </div>
  )
}

/** Link to the payment page while it is open; afterwards the booking has ended, and the company's page takes a new one. */
function PayAgain({ companyId, payUrl }: Extract<Outcome, { kind: 'notPaid' }>) {
  if (payUrl)
    return (
      <a className="button primary small" href={payUrl}>
        Jetzt bezahlen
      </a>
    )
  if (!companyId) return null
  return (
    <Link className="button primary small" to={`/service/${companyId}`}>
      Beim Anbieter neu buchen
    </Link>
  )
}

function adviceFor(outcome: TroubleProps['outcome']) {
  if (outcome.kind === 'notFound')
    return 'Unter dieser Adresse gibt es keine Buchung, oder sie lässt sich so nicht mehr öffnen. Nehmen Sie bitte den Link aus Ihrer E-Mail.'
  if (outcome.kind !== 'notPaid') return outcome.text
  if (outcome.isChecking) return 'Manche Zahlungen brauchen einen Moment. Wir prüfen automatisch weiter.'
  if (outcome.payUrl === null)
    return 'Die Zeit für die Zahlung ist abgelaufen. Wenn Sie den Termin weiterhin möchten, buchen Sie ihn bitte neu.'
  return 'Sobald Ihre Zahlung eingeht, bekommen Sie eine E-Mail. Sie können hier auch erneut prüfen.'
}
