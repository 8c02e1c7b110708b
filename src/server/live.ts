import { sql } from 'kysely'
import type { Transaction } from './db.ts'

/** What an open dashboard can be told has changed. */
export type LiveKind = 'booking' | 'payout' | 'subscription' | 'company'
/** Ids only: whoever is told asks for the rest, and is checked again then. */
export type LiveEvent = { companyId: string; kind: LiveKind; id: string }

const channel = 'live'

/** Tells the open dashboards of a company, in all processes, that something changed: when this transaction holds, and only then. */
export const announce = async (tx: Transaction, event: LiveEvent) => {
  await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(tx)
}
