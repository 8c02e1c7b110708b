import { sql } from 'kysely'
import type { App } from '#src/platform/server/app.ts'
import { forJobs } from '#src/platform/server/db.ts'
import { demoMarker } from '#src/platform/server/settings.ts'
import { rebuildSearch } from '#src/site/search/index/actions.ts'
import { countFigures } from '#src/site/search/trust/actions.ts'
import { insertDemoDetails } from './demoDetails.ts'
import { insertDemoProofs } from './demoProofs.ts'
import { insertDemoServices } from './demoServices.ts'
import { isEmpty } from './isEmpty.ts'
import { addLivingAppointments } from './livingAppointments.ts'
import { insertLivingDemo, prepareLivingDemo } from './livingDemo.ts'
import { addLivingPapers } from './livingPapers.ts'
import { addLivingQuotes } from './livingQuotes.ts'
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
    await insertDemoProofs(tx, now)
    if (!living) await insertDemoServices(tx, now)
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
  if (!isLoaded || !living) return isLoaded
  // A job does it as well, in case this process dies before.
  await rebuildSearch(app, () => undefined)
  await countFigures(app)
  await addLivingAppointments(app)
  await addLivingQuotes(app)
  await addLivingPapers(app)
  return isLoaded
}

/** The history needs the sandbox, which must know every payment, and a database role that may disable triggers. */
async function canLive({ config, db, log }: App) {
  const { rows } = await sql<{ isAllowed: boolean }>`
    select has_parameter_privilege('session_replication_role', 'set') as is_allowed`.execute(db)
  const [mayWrite, hasSandbox] = [rows[0]?.isAllowed === true, await isSandbox(config.stripe.apiUrl)]
  if (!mayWrite || !hasSandbox) log.warn({ mayWrite, hasSandbox }, 'the demo comes without its bookings and payments')
  return mayWrite && hasSandbox
}
