import { z } from 'zod'
import { plural } from '#src/platform/kit/text.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

/**
 * Operator's tasks by area, with the number of days after which they are overdue. Withdrawals have to be refunded within 14 days (§ 357
 * BGB), so they are overdue after 7.
 */
export const waitingAreas = {
  bookings: { days: 3, words: ['angefochtene Zahlung', 'angefochtene Zahlungen'], path: '/admin/bookings?dispute=open' },
  reviews: { days: 3, words: ['Einwand gegen eine Bewertung', 'Einwände gegen Bewertungen'], path: '/admin/reviews' },
  payouts: { days: 3, words: ['Bankdatei oder Abweichung', 'Bankdateien und Abweichungen'], path: '/admin/payouts' },
  verifizierungen: { days: 5, words: ['Verifizierung', 'Verifizierungen'], path: '/admin/verifizierungen?state=open' },
  geschaeftsangaben: { days: 5, words: ['Geschäftsangabe', 'Geschäftsangaben'], path: '/admin/geschaeftsangaben?state=submitted' },
  widerrufe: { days: 7, words: ['Widerruf', 'Widerrufe'], path: '/admin/widerrufe?status=open' },
  widersprueche: { days: 3, words: ['Widerspruch', 'Widersprüche'], path: '/admin/widersprueche?state=open' },
  probleme: { days: 3, words: ['gemeldetes Problem', 'gemeldete Probleme'], path: '/admin/probleme?state=escalated' },
  meldungen: { days: 3, words: ['Meldung', 'Meldungen'], path: '/admin/meldungen?state=open' },
  nachrichten: { days: 3, words: ['Nachricht', 'Nachrichten'], path: '/admin/nachrichten?state=open' },
  gespraeche: { days: 3, words: ['gemeldetes Gespräch', 'gemeldete Gespräche'], path: '/admin/gespraeche?state=open' },
} as const
export type WaitingArea = keyof typeof waitingAreas
export const waitingNames = Object.keys(waitingAreas).filter((name): name is WaitingArea => name in waitingAreas)

/** Number of an area's tasks, of overdue ones, and time since when the oldest waits. */
export const waitingView = z.object({ area: z.enum(waitingNames), count: z.number(), overdue: z.number(), oldestAt: z.date() })
export type WaitingView = Wire<z.infer<typeof waitingView>>

/** '24 Widerrufe sind überfällig, der älteste wartet seit 364 Tagen.' */
export function overdueText({ area, overdue, oldest_at: oldestAt }: WaitingView, now: number) {
  const [one, many] = waitingAreas[area].words
  const days = Math.floor((now - Date.parse(oldestAt)) / 86_400_000)
  const since = plural(days, 'Tag', 'Tagen')
  return `${plural(overdue, `${one} ist`, `${many} sind`)} überfällig, am längsten seit ${since}`
}
