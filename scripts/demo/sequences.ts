import { sql } from 'kysely'
import type { Transaction } from '#src/platform/server/db.ts'

/** Sequences that no column owns, with the column that holds their numbers; null if only defaults take them, also while loading. */
const numbered: Record<string, { table: string; column: string } | null> = {
  subscription_looks: { table: 'subscriptions', column: 'look' },
  seller_numbers: null,
}

/** Sequences of the schema, each with the column that holds its numbers. Throws for a sequence that this list does not know. */
export async function listSequences(tx: Transaction) {
  const { rows } = await sql<{ name: string; table: string | null; column: string | null }>`
    select sequence.relname as name, owner.relname as table, attname as column
    from pg_class as sequence
    join pg_namespace on pg_namespace.oid = sequence.relnamespace and nspname = 'public'
    left join pg_depend on objid = sequence.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i') and refobjsubid > 0
    left join pg_class as owner on owner.oid = refobjid
    left join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where sequence.relkind = 'S'
    order by 1`.execute(tx)
  return rows.flatMap(({ name, table, column }) => {
    if (table !== null && column !== null) return [{ name, table, column }]
    const known = numbered[name]
    if (known === undefined) throw new Error(`which column holds the numbers of the sequence ${name}? Name it in scripts/demo/sequences.ts`)
    return known === null ? [] : [{ name, ...known }]
  })
}

/** Sets every sequence beyond the highest loaded number. */
export async function setSequences(tx: Transaction) {
  for (const { name, table, column } of await listSequences(tx)) {
    await sql`
      select setval(${name}::regclass, greatest(${sql.ref(column)}, 1))
      from (select max(${sql.ref(column)}) as ${sql.ref(column)} from ${sql.table(table)}) as highest
      where ${sql.ref(column)} is not null`.execute(tx)
  }
}
