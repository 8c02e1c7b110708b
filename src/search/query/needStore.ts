import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'
import type { Understood } from '#src/services/understanding/understood.ts'
import type { Meaning } from './plan.ts'

/** Entries of the catalogue that a search means, by their ids there. */
export type Need = { services: readonly string[]; trades: readonly string[] }

type Row = { kind: 'service' | 'trade' | 'town'; text: string; id: number; offers: number }

/**
 * A need as one meaning: who offers the very service, then who is of its trade, then who says it in words, and for a single word who is in
 * a town of that name. `words`: the telling ones.
 */
export async function readNeed(db: Database, { services, trades }: Need, words: readonly Meaning[]): Promise<Meaning> {
  const [only] = words.length === 1 ? words : []
  const { rows } = await sql<Row>`
    select kind, text, id, offers
    from search_terms
    where kind = 'service' and text = any(${services}::text[]) or kind = 'trade' and text = any(${[...trades, 'unknown']}::text[])`.execute(
    db,
  )
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind && row.text !== 'unknown')
  const count = (some: readonly Row[]) => some.reduce((sum, { offers }) => sum + offers, 0)
  const unknown = rows.find(({ text }) => text === 'unknown')
  const offering = Math.max(count(of('trade')), count(of('service')))
  const isSaid = words.length > 0 && words.every(({ near }) => near.length > 0)
  return {
    word: words.map(({ word }) => word).join(' '),
    isFilter: false,
    isPlace: false,
    near: [...of('service'), ...of('trade')].map(({ id }) => id),
    towns: only?.towns ?? [],
    frequency: offering,
    offers: offering,
    exact: of('service').map(({ id }) => id),
    exactFrequency: count(of('service')),
    parts: [],
    inside: [],
    insideFrequency: 0,
    corrected: null,
    ...(isSaid ? { said: { words: [...words], unknown: unknown?.id ?? 0 } } : {}),
  }
}

/** What an understood query needs: the likeliest, and then, where nobody does that, whatever it may mean. */
export function needsOf({ services, tradeIds, likelyTradeIds }: Understood): Need[] {
  const likely = services.filter(({ isLikely }) => isLikely)
  const all = { services: services.map(({ id }) => id), trades: tradeIds }
  const isAll = likely.length === services.length && likelyTradeIds.length === tradeIds.length
  return isAll ? [all] : [{ services: likely.map(({ id }) => id), trades: likelyTradeIds }, all]
}

/** Whether a listed company's name begins with the text, or one of the words is written by companies. */
export async function isWritten(db: Database, typed: string, words: readonly string[]) {
  const { rows } = await sql<{ written: boolean }>`
    select exists (
      select from unnest(array[fold_text(${typed}), search_plain(fold_text(${typed}))]) as start
      join search_companies on sort_name collate "C" >= start and sort_name collate "C" < start || ${'\u{10FFFF}'}
    ) or exists (
      select from search_terms where kind = 'word' and text = any(${words}::text[]) and frequency > 0 and search_is_written(id, frequency)
    ) as written`.execute(db)
  return rows[0]?.written ?? false
}
