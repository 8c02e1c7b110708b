import { useState } from 'react'
import { call } from '#src/web/reading/call.ts'
import { useReading } from '#src/web/reading/useReading.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { proposalTexts } from '../appointments/proposalTexts.ts'
import type { BookingKey } from '../links/keyRules.ts'
import type { BookingReceipt } from '../receipts/schemas.ts'
import { earlyStartConsent } from '../withdrawalRules.ts'
import { ConsentField } from './ConsentField.tsx'
import { NewTime } from './NewTime.tsx'
import { useFirstDay } from './TimePicker.tsx'
import { daysShown } from './words.ts'

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
  const { reading, reload } = useReading('get-move-slots', { key: bookingKey, from, days: daysShown })
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
      heading="h3"
      current={{ date: receipt.booking_date, time: receipt.booking_time }}
      {...{ wanted, from, setFrom, reading, reload }}
      button={isProposal ? proposalTexts.send : 'Termin verschieben'}
      failed={isProposal ? proposalTexts.notSent : 'Der Termin wurde nicht verschoben'}
      send={move}
      onClose={onClose}
    >
      {(day) => (day <= until ? <ConsentField id="move-consent" until={until} isGiven={isGiven} onChange={setIsGiven} /> : null)}
    </NewTime>
  )
}
