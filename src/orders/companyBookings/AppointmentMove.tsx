import { lazy, Suspense, useState } from 'react'
import { Proposal } from '#src/orders/appointments/times/Proposal.tsx'
import { TimesWaiting } from '#src/orders/ordering/times/Waiting.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import type { BookingDetails } from './rules.ts'

const AppointmentTime = lazy(() => import('./AppointmentTime.tsx'))

type MoveProps = { companyId: string; booking: BookingDetails; onDone: () => Promise<unknown> }

/** Lets a company propose another time for an appointment, or answer its customer's proposal. */
export function AppointmentMove({ companyId, booking, onDone }: MoveProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { proposal, may_propose: mayPropose = false } = booking.appointment ?? {}
  const ids = { companyId, bookingId: booking.id }
  if (proposal)
    return (
      <Proposal
        proposal={proposal}
        side="company"
        heading="h3"
        answer={async (said) => {
          await call('answer-appointment-move', { ...ids, proposalId: proposal.id, answer: said })
          await onDone()
        }}
        onRefused={onDone}
      />
    )
  if (!mayPropose) return null
  if (isOpen)
    return (
      <Suspense fallback={<TimesWaiting />}>
        <AppointmentTime
          ids={ids}
          current={{ date: booking.booking_date, time: booking.booking_time }}
          onDone={onDone}
          onClose={() => setIsOpen(false)}
        />
      </Suspense>
    )
  return (
    <div className="row wrapping">
      <button type="button" className="button neutral" onClick={() => setIsOpen(true)}>
        Verschieben …
      </button>
    </div>
  )
}
