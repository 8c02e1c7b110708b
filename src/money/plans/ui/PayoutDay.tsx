import { useSite } from '#src/platform/web/shell/site.ts'
import { type PayoutRhythmName, payoutDay } from '../rules.ts'

/** Payout day of a plan, by the operator's setting: 'Auszahlung jeden Montag', short 'jeden Montag'. */
export function PayoutDay({ payout, isShort = false }: { payout: PayoutRhythmName; isShort?: boolean }) {
  const day = payoutDay(payout, useSite().payoutWeekday)
  return isShort ? day : `Auszahlung ${day}`
}
