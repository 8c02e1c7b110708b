import { sql } from 'kysely'
import type { App } from '#src/platform/server/app.ts'

/** True if a connection in this test's database waits for a lock of another. */
export async function isAnybodyWaiting(app: App) {
  const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
  return rows.length > 0
}
