import { useState } from 'react'
import type { ShownBooking } from '../bookingRules.ts'
import type { OwnCompany } from '../rules.ts'

export type Connection = 'connecting' | 'open' | 'lost'
type LiveParts = { company: OwnCompany; bookings: readonly ShownBooking[]; onRefresh: () => Promise<void> }

export function useLiveDashboard(_parts: LiveParts) {
  const [live] = useState(0)
  const connection: Connection = 'connecting'
  return { live, connection, news: '' } as { live: number; connection: Connection; news: string }
}

export const LiveSign = ({ connection }: { connection: Connection }) => <span>{connection}</span>
