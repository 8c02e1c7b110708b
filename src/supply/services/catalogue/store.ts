import { sql } from 'kysely'
import { type Database, type Transaction, underOneSnapshot } from '#src/platform/server/db.ts'
import type { Catalogue, CatalogueService, CatalogueWords, Trade } from './rules.ts'

/** Revision of the catalogue; undefined before it is loaded. */
export async function readRevision(db: Database | Transaction) {
  const row = await db.selectFrom('catalogueState').select('revision').executeTakeFirst()
  return row?.revision
}

/**
 * Reads all visible entries in one snapshot with their revision. An entry renamed by the operator is still found by its packaged name.
 * Lists are read as JSON, which parses about three times faster than PostgreSQL's arrays: every process start waits for it.
 */
export const readCatalogue = (db: Database): Promise<Catalogue> => underOneSnapshot(db, readAll)

async function readAll(tx: Transaction): Promise<Catalogue> {
  const [revision, trades, services, language] = await Promise.all([
    readRevision(tx),
    sql<Trade>`
      select id, category, coalesce(own_name, name) as name, case when own_name is null then forms else forms || name end as forms
      from catalogue_trades
      where hidden_at is null
      order by id`.execute(tx),
    sql<CatalogueService>`
      select one.id, one.trade_id, coalesce(one.own_name, one.name) as name,
        to_json(case when one.own_name is null then one.said else one.said || one.name end) as said,
        to_json(one.objects) as objects, to_json(one.acts) as acts, one.price_kind, one.price_unit, one.low_cents, one.high_cents,
        one.low_minutes, one.high_minutes, to_json(one.places) as places, to_json(one.near) as near, to_json(one.questions) as questions
      from catalogue_services as one
      join catalogue_trades as trade on trade.id = one.trade_id
      where one.hidden_at is null and trade.hidden_at is null
      order by one.id`.execute(tx),
    // As text: the keys are names of the package, which must not be converted as column names.
    sql<{ ambiguous: string; words: string }>`select ambiguous::text, words::text from catalogue_language`.execute(tx),
  ])
  const [said] = language.rows
  const ambiguous: Record<string, string[]> = said ? JSON.parse(said.ambiguous) : {}
  const words: CatalogueWords = said ? JSON.parse(said.words) : { fillers: [], acts: [], regional: [], compound_heads: {} }
  return { revision: revision ?? 0, trades: trades.rows, services: services.rows, ambiguous, words }
}
