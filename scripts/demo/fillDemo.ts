import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '#src/foundation/accounts/passwordActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { forJobs, type Transaction } from '#src/platform/server/db.ts'
import { demoMarker } from '#src/platform/server/settings.ts'
import { rebuildSearch } from '#src/site/search/index/actions.ts'
import { customerAccount, demoPassword } from './demoData.ts'
import { insertDemoDetails } from './demoDetails.ts'
import { insertDemoServices } from './demoServices.ts'
import { isEmpty } from './isEmpty.ts'
import { addLivingAppointments } from './livingAppointments.ts'
import { insertLivingDemo, prepareLivingDemo } from './livingDemo.ts'
import { insertLivingCalendars, insertLivingServices } from './livingOffers.ts'
import { isSandbox } from './sandboxState.ts'
import { insertSmallDemo } from './smallDemo.ts'

/** See `loadDemo`, the way in. */
export async function fillDemo(app: App, size: 'small' | 'living') {
  const living = size === 'living' && (await canLive(app)) ? await prepareLivingDemo(app) : undefined
  const { db } = forJobs(app)
  const isLoaded = await db.transaction().execute(async (tx) => {
    // If two servers start at once, only one loads; the other waits until it is done, which may take longer than requests may wait.
    await sql`set local lock_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('demo'))`.execute(tx)
    if (!(await isEmpty(tx))) return false
    const now = app.now()
    await (living ? insertLivingDemo(app, tx, living) : insertSmallDemo(tx, now))
    await insertDemoDetails(app, tx, now)
    await insertDemoServices(tx, now)
    if (living) {
      await insertLivingServices(app, tx)
      await insertLivingCalendars(app, tx)
      await insertCustomer(app, tx, now)
    }
    await tx
      .insertInto('settings')
      .values([
        { key: demoMarker, value: JSON.stringify(now), updatedAt: now },
        // Users of the demo should see money move today.
        { key: 'firstPayoutHoldDays', value: '0', updatedAt: now },
      ])
      .execute()
    return true
  })
  // A job does it as well, in case this process dies before.
  if (isLoaded && living) await rebuildSearch(app, () => undefined)
  if (isLoaded && living) await addLivingAppointments(app)
  return isLoaded
}

/** The customer's account that `npm start` names; its bookings are those of its address. */
async function insertCustomer(app: App, tx: Transaction, now: Date) {
  const passwordHash = await hashPassword(app, demoPassword)
  await tx
    .insertInto('users')
    .values({
      email: customerAccount.email,
      signUpId: randomUUID(),
      passwordHash,
      createdAt: now,
      confirmedAt: now,
      welcomeSentAt: now,
      passwordChangedAt: now,
    })
    .execute()
}

/** The history needs the sandbox, which must know every payment, and a database role that may disable triggers. */
async function canLive({ config, db, log }: App) {
  const { rows } = await sql<{ isAllowed: boolean }>`
    select has_parameter_privilege('session_replication_role', 'set') as is_allowed`.execute(db)
  const [mayWrite, hasSandbox] = [rows[0]?.isAllowed === true, await isSandbox(config.stripe.apiUrl)]
  if (!mayWrite || !hasSandbox) log.warn({ mayWrite, hasSandbox }, 'the demo comes without its bookings and payments')
  return mayWrite && hasSandbox
}
