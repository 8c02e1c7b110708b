import type pg from 'pg'
import { serverOptions } from '../db.ts'
import type { Log } from '../log.ts'

/**
 * Logs which options of the pool's connections are not in effect: a pooler may accept connections without passing them on. The role's own
 * settings replace them (docs/operations.md#high-availability).
 */
export async function reportDroppedOptions(pool: pg.Pool, log: Log) {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, current_setting(name) as setting
    from unnest($1::text[]) as name`,
    [Object.keys(serverOptions)],
  )
  const dropped = rows.filter(({ name, setting }) =>
    Object.entries(serverOptions).every(([one, value]) => one !== name || value !== setting),
  )
  if (dropped.length === 0) return
  const missing = dropped.map(({ name }) => name)
  log.warn({ missing }, 'the pooler drops options of connections: set them for the role (docs/operations.md#high-availability)')
}
