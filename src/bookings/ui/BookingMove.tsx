import { lazy, Suspense, useState } from 'react'
import { formatMoment } from '#src/kit/dates.ts'
import type { BookingKey } from '../links/keyRules.ts'
import type { BookingReceipt } from '../rules.ts'
import { TimesWaiting } from '../times/Waiting.tsx'

const MoveTime = lazy(() => import('../times/MoveTime.tsx'))

type MoveProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Lets a customer move an appointment; its times are read when it is opened. */
export function BookingMove({ receipt, bookingKey, onChange }: MoveProps) {
  const [isOpen, setIsOpen] = useState(false)
  const left = receipt.appointment?.moves_left ?? 0
  if (left === 0) return null
  return (
    <section className="card padded stack" aria-labelledby="rc-move">
      <h2 id="rc-move">Termin verschieben</h2>
      <p className="muted">
        Bis {formatMoment(new Date(receipt.free_until))} können Sie den Termin kostenlos auf eine andere freie Zeit legen, noch{' '}
        {left === 1 ? 'einmal' : `${left}-mal`}. Der Preis bleibt derselbe.
      </p>
      {isOpen ? (
        <Suspense fallback={<TimesWaiting />}>
          <MoveTime receipt={receipt} bookingKey={bookingKey} onChange={onChange} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : (
        <button type="button" className="button neutral" onClick={() => setIsOpen(true)}>
          Termin verschieben
        </button>
      )}
    </section>
  )
}
