import { sql } from 'kysely'
import type { Database } from '#src/server/db.ts'
import { functionWords } from '#src/services/understanding/small.ts'
import { cellsAround } from './cells.ts'
import { type Meaning, mostWords } from './plan.ts'
import { countedUpTo, type FoundPlace, type SearchQuery } from './rules.ts'

/** What words, place and category of a search mean to the vocabulary. */
export async function readMeanings(db: Database, { q, location, category, radius }: SearchQuery, place?: FoundPlace): Promise<Meaning[]> {
  const { point, postcodePrefix } = place ?? { point: null, postcodePrefix: null }
  const around = point && radius !== null ? cellsAround(point, radius) : undefined
  const written = place ? (postcodePrefix ?? '') : location
  const { rows } = await sql<Meaning>`
    select word, false as is_filter, false as is_place, meaning.*
    from (
      -- In a search of several words, a word of two letters is not searched inside other words.
      select word, case when length(word) > 2 or count(*) over () = 1 then ${enough}::integer else 0 end as enough
      from search_words(${q}) as word
      order by word = any(${[...functionWords]}::text[]), strpos(fold_text(${q}), word)
      limit ${mostWords}
    ) as words, search_meaning(word, enough) as meaning
    union all
    select word, true, true, meaning.*
    from search_words(${written}) as word, search_place(word) as meaning
    union all
    select '', true, true, coalesce(array_agg(id), '{}'), '{}', coalesce(sum(frequency), 0), coalesce(sum(frequency), 0), '{}', 0, '{}', '{}', 0, null
    from search_terms
    where kind = ${around?.kind ?? null} and text = any(${around?.texts ?? []})
    having ${around !== undefined}
    union all
    select
      ${category}, true, false,
      coalesce(array_agg(id), '{}'), '{}', coalesce(sum(frequency), 0), coalesce(sum(frequency), 0), '{}', 0, '{}', '{}', 0, null
    from search_terms
    where kind = 'category' and text = ${category}
    having ${category}::text is not null`.execute(db)
  return rows
}

/** So many occurrences of a part of a word are surely more companies than are counted, although some have it twice. */
const enough = 4 * countedUpTo

/**
 * The number of companies at the last count, and the terms of the place's town: '93047 Frankfurt (Oder)' → frankfurt. No terms if the
 * vocabulary lacks one of the town's words.
 */
export async function readPlaceFacts(db: Database, place: FoundPlace | undefined) {
  const name = place?.point ? place.label.replace(/\(.*\)|\d/g, '') : ''
  const { rows } = await sql<{ companies: number; town: (number | null)[] }>`
    select companies, array(
      select (select id from search_terms where kind = 'town' and text = word) from search_words(${name}) as word
    ) as town
    from search_counts`.execute(db)
  const [{ companies, town } = { companies: 0, town: [] }] = rows
  return { companies, town: town.includes(null) ? [] : town.flatMap((id) => id ?? []) }
}
