import type pg from 'pg'

/** Modes of table locks, the weakest first, with the statements of visitors that wait for them. */
const modes = [
  { mode: 'AccessShareLock', waiting: '' },
  { mode: 'RowShareLock', waiting: '' },
  { mode: 'RowExclusiveLock', waiting: '' },
  { mode: 'ShareUpdateExclusiveLock', waiting: '' },
  { mode: 'ShareLock', waiting: 'writes wait' },
  { mode: 'ShareRowExclusiveLock', waiting: 'writes wait' },
  { mode: 'ExclusiveLock', waiting: 'writes wait' },
  { mode: 'AccessExclusiveLock', waiting: 'reads and writes wait' },
] as const

export type Lock = { table: string; mode: string; waiting: string }

/**
 * Lists the strongest lock that an open transaction holds on each table. The reader is another connection: it does not see the tables which
 * the transaction has created, which no other transaction can see yet.
 */
export async function listLocks(reader: pg.Pool, transaction: pg.ClientBase): Promise<Lock[]> {
  const { rows: pids } = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { rows } = await reader.query<{ table: string; mode: string }>(
    `
    select distinct c.oid::regclass::text as table, mode
    from pg_locks
    join pg_database as d on d.oid = database and datname = current_database()
    join pg_class as c on c.oid = relation
    where pid = $1 and locktype = 'relation' and granted
      and relkind in ('r', 'p', 'm') and relname <> 'migrations'
      and relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker'))`,
    [pids[0]?.pid],
  )
  const tables = [...new Set(rows.map(({ table }) => table))].sort()
  return tables.flatMap((table) => {
    const strongest = modes.findLast(({ mode }) => rows.some((row) => row.table === table && row.mode === mode))
    return strongest ? [{ table, ...strongest }] : []
  })
}

/** Lines of a report: the tables of each mode, the strongest first. */
export function linesOf(locks: readonly Lock[]) {
  return modes.toReversed().flatMap(({ mode, waiting }) => {
    const tables = locks.filter((lock) => lock.mode === mode).map(({ table }) => table)
    return tables.length > 0 ? [`  ${mode}: ${tables.join(', ')}${waiting && ` (${waiting})`}`] : []
  })
}
