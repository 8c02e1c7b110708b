import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import { describeError } from '../log.ts'

/** A process that dies loses its leases after these seconds; a living one renews them. */
const leaseSeconds = 5
const renewMs = 1_000

/**
 * Runs `work` while this process holds the named lease, unless another process holds it: then returns undefined. The lease is a row, so it
 * needs no connection of its own and works behind a pooler in transaction mode. A process that was stopped for seconds may go on after its
 * lease has passed to another, so the work must stay right if two processes do it in turn, for example by locking each row that it changes.
 */
export async function underLease<Done>(app: App, name: string, work: () => Promise<Done>): Promise<Done | undefined> {
  const lease = { name, holder: randomUUID() }
  if (!(await takeLease(app, lease))) return undefined
  const renewal = setInterval(() => void renewLease(app, lease), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await releaseLease(app, lease)
  }
}

type Lease = { name: string; holder: string }

const leaseEnd = (app: App) => new Date(app.now().getTime() + leaseSeconds * 1_000)

async function takeLease(app: App, { name, holder }: Lease) {
  const { rows } = await sql`
    insert into leases (name, holder, until)
    values (${name}, ${holder}, ${leaseEnd(app)})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where leases.until <= ${app.now()}
    returning name`.execute(app.db)
  return rows.length > 0
}

const renewLease = (app: App, { name, holder }: Lease) =>
  app.db
    .updateTable('leases')
    .set({ until: leaseEnd(app) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
    .catch((error: unknown) => app.log.warn({ lease: name, error: describeError(error) }, 'lease not renewed'))

/** Without the database the lease ends by itself. */
const releaseLease = (app: App, { name, holder }: Lease) =>
  app.db
    .deleteFrom('leases')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
    .catch((error: unknown) => app.log.warn({ lease: name, error: describeError(error) }, 'lease not released'))
