import type { App, Person } from '#src/platform/server/app.ts'
import type { Origin } from '#src/platform/server/calls/endpoint.ts'
import { truncatedNetwork } from '#src/platform/server/calls/network.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { type PageRequest, readPage } from '#src/platform/server/pages.ts'
import { describeDevice } from '../deviceRules.ts'
import { type SecurityKind, securityDays } from './rules.ts'
import { countSecurityEvents, deleteOldSecurityEvents, findAccountOf, insertSecurityEvent, listSecurityEvents } from './store.ts'

type Recorded = { kind: SecurityKind; userId: string | null; caller: Origin }

/**
 * Records a security event of an account, with device and truncated network, in the transaction of the change if there is one
 * (docs/spec.md#security-events). `userId` is null for the operator, and for a sign-in with an unknown address.
 */
export const recordSecurityEvent = (app: App, db: Database | Transaction, { kind, userId, caller }: Recorded) =>
  insertSecurityEvent(db, {
    ...{ kind, userId, at: app.now(), network: truncatedNetwork(caller.ip) },
    device: describeDevice(caller.userAgent ?? null),
  })

/** A page of an account's events, newest first; without an account the operator's own events, and sign-ins with unknown addresses. */
export const readSecurityEvents = (app: App, { userId, ...page }: PageRequest & { userId: string | null }) =>
  readPage(page, {
    list: (part) => listSecurityEvents(app.db, { ...part, userId }),
    count: () => countSecurityEvents(app.db, { userId }),
  })

/** Security events for the operator: of a company's account, or those without an account. */
export async function readSecurityOf(app: App, { companyId, ...page }: PageRequest & { companyId?: string | undefined }) {
  if (companyId === undefined) return readSecurityEvents(app, { ...page, userId: null })
  const account = await findAccountOf(app.db, companyId)
  return account ? readSecurityEvents(app, { ...page, userId: account.userId }) : { rows: [], total: 0, page: 1 }
}

const most = 10_000

/** Security events of an account for its data export. */
export async function exportSecurityEvents(app: App, { userId }: Person) {
  const rows = await listSecurityEvents(app.db, { userId, limit: most, offset: 0 })
  return rows.map(({ kind, at, network, device }) => ({ kind, at: at.toISOString(), network, device }))
}

export const sweepSecurityEvents = (app: App) => deleteOldSecurityEvents(app.db, new Date(app.now().getTime() - securityDays * 86_400_000))
