import { useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { ConsentField } from '#src/orders/ordering/times/ConsentField.tsx'
import { daysPerPage } from '#src/orders/ordering/times/texts.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { proposalTexts } from '../proposalTexts.ts'
import { NewTime } from './NewTime.tsx'
import { useFirstDay } from './TimePicker.tsx'

type MoveProps = {
  receipt: BookingReceipt
  bookingKey: BookingKey
  /** Preselected time, if it is not the current one. */
  wanted?: { date: string; time: string } | undefined
  onChange: (receipt: BookingReceipt) => void
  onClose: () => void
}

/** Form to choose another free time for a booking, at the same price: moved at once, or proposed to the company. */
export default function MoveTime({ receipt, bookingKey, wanted, onChange, onClose }: MoveProps) {
  const [isGiven, setIsGiven] = useState(false)
  const { from, setFrom } = useFirstDay((wanted ?? { date: receipt.booking_date }).date)
  const { queryResult, reload } = useQuery('get-move-slots', { key: bookingKey, from, days: daysPerPage })
  const isProposal = receipt.appointment?.may_propose === true
  const until = receipt.appointment?.consent_until ?? ''
  const move = async (to: { date: string; time: string }) => {
    const consent = isGiven && to.date <= until ? { earlyStartConsent: { version: earlyStartConsent.version } } : {}
    const moved = await call('propose-move', { key: bookingKey, ...to, ...consent })
    showToast({ kind: 'success', title: isProposal ? proposalTexts.sent : 'Ihr Termin ist verschoben' })
    onClose()
    onChange(moved)
  }
  return (
    <NewTime
      current={{ date: receipt.booking_date, time: receipt.booking_time }}
      {...{ wanted, from, setFrom, queryResult, reload }}
      button={isProposal ? proposalTexts.send : 'Termin verschieben'}
      failed={isProposal ? proposalTexts.notSent : 'Der Termin wurde nicht verschoben'}
      send={move}
      onClose={onClose}
    >
      {(day) => (day <= until ? <ConsentField id="move-consent" until={until} isGiven={isGiven} onChange={setIsGiven} /> : null)}
    </NewTime>
  )
}
