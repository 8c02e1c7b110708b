import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { centsOf } from '#src/platform/kit/money.ts'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { CatalogueFilter, CatalogueSort, EntryChange, Listed, ListedTrade, NewEntry, NewTrade } from './rules.ts'

/** Trades and services in one list. */
const entries = sql<Listed>`(
  select one.id, 'service' as what, one.name, one.own_name, trade.category, coalesce(trade.own_name, trade.name) as trade, one.said,
    one.hidden_at is not null as is_hidden, one.is_own
  from catalogue_services as one
  join catalogue_trades as trade on trade.id = one.trade_id
  union all
  select id, 'trade', name, own_name, category, null, forms, hidden_at is not null, is_own
  from catalogue_trades
)`.as('entry')

const states: Record<NonNullable<CatalogueFilter['state']>, RawBuilder<SqlBool>> = {
  shown: sql<SqlBool>`not is_hidden`,
  hidden: sql<SqlBool>`is_hidden`,
  renamed: sql<SqlBool>`own_name is not null`,
  own: sql<SqlBool>`is_own`,
}

function matching(db: Database, { search, what, category, state }: CatalogueFilter) {
  let query = db.selectFrom(entries)
  if (what) query = query.where('what', '=', what)
  if (category) query = query.where('category', '=', category)
  if (state) query = query.where(states[state])
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(sql<SqlBool>`concat_ws(' ', name, own_name, trade, array_to_string(said, ' ')) ilike ${pattern}`)
}

type Page = { filter: CatalogueFilter; sort: CatalogueSort; limit: number; offset: number }

export const listEntries = (db: Database, { filter, sort, limit, offset }: Page): Promise<Listed[]> =>
  matching(db, filter)
    .selectAll()
    .$if(sort === 'category', (query) => query.orderBy('category'))
    .orderBy(sql`coalesce(own_name, name) collate "de-x-icu"`)
    .orderBy('what')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countEntries = (db: Database, filter: CatalogueFilter) => countRows(matching(db, filter))

/** Trades that a new service may belong to. */
export const listTrades = (db: Database | Transaction): Promise<ListedTrade[]> =>
  db
    .selectFrom('catalogueTrades')
    .select(({ fn }) => ['id', fn.coalesce('ownName', 'name').as('name'), 'category'])
    .where('hiddenAt', 'is', null)
    .orderBy('category')
    .orderBy('name')
    .execute()

const tables = { service: 'catalogueServices', trade: 'catalogueTrades' } as const

/** Locks an entry and returns the columns that the operator may change. */
export const lockEntry = (tx: Transaction, { what, id }: Pick<EntryChange, 'what' | 'id'>) =>
  tx.selectFrom(tables[what]).select(['name', 'ownName', 'hiddenAt']).where('id', '=', id).forUpdate().executeTakeFirst()

type Change = EntryChange & { now: Date }

export const updateEntry = (tx: Transaction, { what, id, ownName, isHidden, now }: Change) =>
  tx
    .updateTable(tables[what])
    .set({ ownName, hiddenAt: isHidden ? sql`coalesce(hidden_at, ${now}::timestamptz)` : null })
    .where('id', '=', id)
    .execute()

/** Finds a trade or service by id. */
export const findEntry = (tx: Transaction, id: string) => tx.selectFrom(entries).select('id').where('id', '=', id).executeTakeFirst()

/** Inserts a service of the operator; of two concurrent calls only one gets the row. */
export const insertService = (tx: Transaction, { id, entry }: { id: string; entry: NewEntry }) =>
  tx
    .insertInto('catalogueServices')
    .values({
      id,
      tradeId: entry.tradeId,
      name: entry.name,
      said: entry.said,
      priceKind: entry.priceKind,
      priceUnit: entry.priceKind === 'hourly' ? 'Std.' : 'Pauschale',
      lowCents: centsOf(entry.low),
      highCents: centsOf(entry.high),
      lowMinutes: entry.minutes,
      highMinutes: entry.minutes,
      places: entry.places,
      isOwn: true,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

/** Inserts a trade of the operator. */
export const insertTrade = (tx: Transaction, { id, entry: { said: forms, ...entry } }: { id: string; entry: NewTrade }) =>
  tx
    .insertInto('catalogueTrades')
    .values({ ...entry, id, forms, isOwn: true })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

/** Raises the revision, so that every process reloads the catalogue. */
export const raiseRevision = (tx: Transaction) => tx.updateTable('catalogueState').set({ revision: sql`revision + 1` }).execute()
