import { isIP } from 'node:net'
import { liftLocks } from '#src/foundation/accounts/lockActions.ts'
import { deleteCodeFailures } from '#src/foundation/accounts/stepUp/codeStore.ts'
import { findUserByEmail } from '#src/foundation/accounts/store.ts'
import { writtenEmail } from '#src/platform/kit/typed.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { limitedAddress } from '#src/platform/server/calls/caller.ts'
import { resetLimits } from '#src/platform/server/calls/limits.ts'
import { truncatedNetwork } from '#src/platform/server/calls/network.ts'
import type { Transaction } from '#src/platform/server/db.ts'

/** Ended lock: the name of the limit, how many keys (addresses, browsers) it counted, and their tries. */
export type EndedLock = { name: string; keys: number; used: number }
type Ending = { ended: EndedLock[]; objectId: string }
type Unlocking = { address: string | undefined; actor: string; requestId: string }

/**
 * Ends the locks of sign-ins: without an address those of the operator, else those of an account (e-mail address) or of an internet
 * connection (IP address). Audited, without the address. Returns what it ended.
 */
export function unlockSignIns(app: App, { address, actor, requestId }: Unlocking): Promise<EndedLock[]> {
  return app.db.transaction().execute(async (tx) => {
    const { ended, objectId } = await endLocks(app, tx, address)
    const entry = { at: app.now(), actor, requestId, action: 'admin.unlock', objectType: 'signIn', objectId }
    await recordAudit(tx, { ...entry, after: Object.fromEntries(ended.map(({ name, used }) => [name, used])) })
    return ended
  })
}

function endLocks(app: App, tx: Transaction, address: string | undefined) {
  if (address === undefined) return endOperatorLocks(app, tx)
  return isIP(address) ? endConnectionLocks(app, tx, address) : endAccountLocks(app, tx, writtenEmail(address))
}

async function endOperatorLocks(app: App, tx: Transaction): Promise<Ending> {
  const names = ['admin:password', 'admin:password-browser', 'admin:password-all', 'code:admin']
  const limits = await resetLimits(
    app,
    tx,
    names.map((name) => ({ name })),
  )
  const codes = await deleteCodeFailures(tx, { purpose: 'admin' })
  return { ended: [...limits, ...lockOf('codes', codes, 'failures')], objectId: 'operator' }
}

async function endAccountLocks(app: App, tx: Transaction, email: string): Promise<Ending> {
  const passwords = await liftLocks(app, tx, email)
  const user = await findUserByEmail(tx, email)
  const codes = user ? await deleteCodeFailures(tx, { subject: user.id }) : []
  const limits = await resetLimits(app, tx, [
    { name: 'mail:minute', key: email },
    { name: 'mail:hour', key: email },
    ...(user ? [{ name: 'code:dashboard', key: user.id }] : []),
  ])
  const ended = [...lockOf('passwords', passwords, 'tries'), ...lockOf('codes', codes, 'failures'), ...limits]
  return { ended, objectId: user?.id ?? 'unknown' }
}

async function endConnectionLocks(app: App, tx: Transaction, address: string): Promise<Ending> {
  const key = limitedAddress(address) ?? address
  const names = ['admin:password', 'sign-in:ip', 'mail:ip', 'token:ip']
  const ended = await resetLimits(
    app,
    tx,
    names.map((name) => ({ name, key })),
  )
  return { ended, objectId: truncatedNetwork(address) }
}

/** Rows with a count, as one lock. */
function lockOf<Column extends string>(name: string, rows: readonly Record<Column, number>[], column: Column): EndedLock[] {
  const used = rows.reduce((sum, row) => sum + row[column], 0)
  return rows.length > 0 ? [{ name, keys: rows.length, used }] : []
}
