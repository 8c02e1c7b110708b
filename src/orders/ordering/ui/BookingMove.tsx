import { lazy, Suspense, useRef, useState } from 'react'
import { proposalTexts } from '#src/orders/appointments/proposalTexts.ts'
import type { ProposalView } from '#src/orders/appointments/states.ts'
import { Proposal } from '#src/orders/appointments/times/Proposal.tsx'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { ConsentField } from '../times/ConsentField.tsx'
import { TimesWaiting } from '../times/Waiting.tsx'

const MoveTime = lazy(() => import('#src/orders/appointments/times/MoveTime.tsx'))

type MoveProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Lets a customer move an appointment, propose another time, or answer a proposal. Times are read when the form is opened. */
export function BookingMove({ receipt, bookingKey, onChange }: MoveProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { done, showMoved } = useMoved(onChange)
  const { moves_left: left = 0, may_propose: mayPropose = false, proposal } = receipt.appointment ?? {}
  if (proposal) return <OwnProposal receipt={receipt} proposal={proposal} bookingKey={bookingKey} onChange={onChange} />
  if (left === 0 && !mayPropose) return null
  return (
    <section className="card padded stack" aria-labelledby="rc-move">
      <h2 id="rc-move" ref={done} tabIndex={-1}>
        Termin verschieben
      </h2>
      <p className="muted">{mayPropose ? late : inTime(receipt.free_until, left)}</p>
      {isOpen ? (
        <Suspense fallback={<TimesWaiting />}>
          <MoveTime receipt={receipt} bookingKey={bookingKey} onChange={showMoved} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : (
        <button type="button" className="button neutral" onClick={() => setIsOpen(true)}>
          {mayPropose ? proposalTexts.send : 'Termin verschieben'}
        </button>
      )}
    </section>
  )
}

/** Scrolls this section back under the pointer after a move. The page is shorter then, and a second tap could hit the cancel button. */
function useMoved(onChange: MoveProps['onChange']) {
  const done = useRef<HTMLHeadingElement>(null)
  const showMoved = (moved: BookingReceipt) => {
    onChange(moved)
    done.current?.focus({ preventScroll: true })
    done.current?.scrollIntoView({ block: 'center' })
  }
  return { done, showMoved }
}

const inTime = (freeUntil: string, left: number) =>
  `Bis ${formatMoment(new Date(freeUntil))} können Sie den Termin kostenlos auf eine andere freie Zeit legen, noch ${
    left === 1 ? 'einmal' : `${left}-mal`
  }. Der Preis bleibt derselbe.`
const late =
  'Sie können Ihrem Anbieter eine andere freie Zeit vorschlagen. Bis er zustimmt, gilt der alte Termin. Der Preis bleibt derselbe.'

function OwnProposal({ receipt, proposal, bookingKey, onChange }: MoveProps & { proposal: ProposalView }) {
  const [isGiven, setIsGiven] = useState(false)
  const until = receipt.appointment?.consent_until ?? ''
  const consent = isGiven ? { earlyStartConsent: { version: earlyStartConsent.version } } : {}
  return (
    <Proposal
      proposal={proposal}
      side="customer"
      heading="h2"
      answer={async (said) => onChange(await call('answer-move', { key: bookingKey, proposalId: proposal.id, answer: said, ...consent }))}
    >
      {proposal.date <= until ? <ConsentField id="answer-consent" until={until} isGiven={isGiven} onChange={setIsGiven} /> : null}
    </Proposal>
  )
}
