import { type RawBuilder, sql } from 'kysely'
import { type Database, runPrepared } from '#src/platform/server/db.ts'
import { functionWords } from '#src/supply/services/understanding/small.ts'
import type { Understood } from '#src/supply/services/understanding/understood.ts'
import { foundPlace, knownPlace, meantPlace } from '../places/store.ts'
import { type Entries, type Entry, entryKey, hasIntent } from '../query/intent.ts'
import { type Meaning, mostWords } from '../query/plan.ts'
import { countedUpTo, type FoundPlace, type SearchQuery } from '../query/rules.ts'

/** Facts that the database knows of a query before it searches. */
export type Interpretation = {
  /** For a query that may be a name: true if it is one, or if companies write one of the words that were understood as typing errors. */
  isWritten: boolean
  placed: Placed
  /** Meanings of the words. For an intent only those of the remaining words and of its place, unless it is written. */
  words: Meaning[]
  /** Meanings of the chosen category. */
  chosen: Meaning[]
  /** Vocabulary entries of the intent, and of services similar to it; and its trade if no company offers it. */
  entries: Entries
  /** Number of companies at the last count. */
  companies: number
}

/** The typed place; for an intent without one the town among its words: 'Maler Regensburg'. */
export type Placed = {
  /** Word of the town. */
  word: string | null
  place: FoundPlace | null
  /** Its terms, if the vocabulary has all words of the town's name: '93047 Frankfurt (Oder)' → frankfurt. */
  town: number[]
  /** Conditions of the place: its words if it is not on the map, and the circle around it. */
  meanings: Meaning[]
}

/** All meanings that narrow or order the companies. */
export const meaningsIn = ({ words, placed, chosen }: Interpretation) => [...words, ...placed.meanings, ...chosen]

export type Given = {
  understood: Understood
  /** Services similar to the understood ones. */
  near?: readonly string[]
  /** The typed place, if it was looked up already; null if it is unknown. */
  known?: FoundPlace | null | undefined
}

/** Reads the interpretation of a query in one round trip: its place, its words and the understood intent. */
export async function readSearch(db: Database, query: SearchQuery, given: Given): Promise<Interpretation> {
  const { understood } = given
  const { rows } = await runPrepared(
    db,
    sql<Omit<Interpretation, 'entries'> & { entries: Entry[] }>`
      with
        checked as materialized (select ${isWrittenIn(query, understood)} as is_written),
        place as materialized (${placeOf(query, given)}),
        asked as materialized (
          select
            place.*,
            case when place.label is null then ${query.location} else coalesce(place.beginning, '') end as written,
            case
              when is_written then ${query.q}
              else array_to_string(array_remove(${wordsToRead(query, understood)}::text[], place.word), ' ')
            end as words
          from checked
          left join place on true
        )
      select
        (select is_written from checked) as is_written,
        json_build_object('word', place.word, 'place', ${foundPlace}, 'town', ${townOf}, 'meanings', ${placeMeaningsOf(query)}) as placed,
        ${wordMeanings} as words,
        ${categoryMeaningOf(query)} as chosen,
        ${entriesOf(given)} as entries,
        (select companies from search_counts) as companies
      from asked as place`,
  )
  const [row] = rows
  if (!row) throw new Error('a reading is one row')
  return { ...row, entries: new Map(row.entries.map((one) => [entryKey(one.kind, one.text), one])) }
}

/** Words of services that no company offers are not read. */
const wordsToRead = ({ q }: SearchQuery, understood: Understood) => {
  if (understood.isElsewhere) return []
  return hasIntent(understood) ? [...understood.telling, ...understood.rest] : [q]
}

/** Returns whether the words may be a name. */
function isWrittenIn({ q }: SearchQuery, understood: Understood): RawBuilder<boolean> {
  if (!understood.isElsewhere && (understood.isWhole || !hasIntent(understood))) return sql`false`
  const slips = understood.corrections.map(({ typed }) => typed)
  return sql`
    exists (
      select from unnest(array[fold_text(${q}), search_plain(fold_text(${q}))]) as start
      join search_companies on sort_name collate "C" >= start and sort_name collate "C" < start || ${'\u{10FFFF}'}
    ) or exists (
      select from search_terms
      where kind = 'word' and text = any(${slips}::text[]) and frequency > 0
        and search_is_written(id, frequency)
    )`
}

/** Words beside an intent that may be its place. */
const placeWordsOf = (understood: Understood) =>
  hasIntent(understood) ? understood.rest.slice(0, mostPlaceWords).filter((word) => word.length > 2) : []

/** At most one row. 'bern' among other words is no 'Bernau'. */
function placeOf({ location }: SearchQuery, { known, understood }: Given) {
  const words = placeWordsOf(understood)
  if (location !== '' && known !== null) {
    const place = known ? knownPlace(known) : meantPlace(location)
    return sql`select null as word, place.* from ${place} as place where place.label is not null`
  }
  if (location !== '' || words.length === 0) return sql`select null as word, (null::place_meaning).* where false`
  const found = words.map(
    (word, at) => sql`select ${sql.lit(at)} as at, ${word} as word, place.* from ${meantPlace(word, { isSpelled: true })} as place`,
  )
  return sql`
    select word, label, point, beginning, others, is_corrected
    from (${sql.join(found, sql` union all `)}) as found
    where not (select is_written from checked)
      and point is not null and place_key(substring(label from '^[^[:space:](,/-]*')) = place_key(word)
    order by at
    limit 1`
}
const mostPlaceWords = 3

const townOf = sql`(
  select case when bool_and(id is not null) then json_agg(id) else '[]' end
  from search_words(case when place.point is not null then regexp_replace(place.label, '\\(.*\\)|\\d', '', 'g') end) as word
  left join search_terms on kind = 'town' and text = word
)`

/** So many occurrences of a part of a word are surely more companies than are counted, although some have it twice. */
const enough = 4 * countedUpTo

const listed = (meanings: RawBuilder<unknown>) => sql`(select coalesce(json_agg(meanings), '[]') from (${meanings}) as meanings)`

/** Distinctive words come first. */
const wordMeanings = listed(sql`
    select word, false as is_filter, false as is_place, meaning.*
    from (
      -- In a search of several words, a word of two letters is not searched inside other words.
      select word, case when length(word) > 2 or count(*) over () = 1 then ${sql.lit(enough)} else 0 end as enough
      from search_words(place.words) as word
      order by word = any(${[...functionWords]}::text[]), strpos(fold_text(place.words), word)
      limit ${mostWords}
    ) as words, search_meaning(word, enough) as meaning`)

const placeMeaningsOf = ({ radius }: SearchQuery) =>
  listed(sql`
    select word, true as is_filter, true as is_place, meaning.*
    from search_words(place.written) as word, search_place(word) as meaning
    union all
    select '', true, true, meaning.*
    from (select array_agg(kind) as kinds, array_agg(cell) as cells from search_cells(place.point, ${radius}::integer)) as circle,
      search_filter(kinds, cells) as meaning
    where cells is not null`)

const categoryMeaningOf = ({ category }: SearchQuery) =>
  category === null
    ? sql`'[]'::json`
    : listed(sql`
        select ${category}::text as word, true as is_filter, false as is_place, meaning.*
        from search_filter('{category}', array[${category}::text]) as meaning`)

function entriesOf({ understood, near = [] }: Given) {
  const services = [...understood.services.map(({ id }) => id), ...near]
  const trades = [...understood.tradeIds, 'unknown']
  return sql`(
    select coalesce(json_agg(entries), '[]')
    from (
      select kind, text, id, offers, search_is_written(id, frequency) as is_offered
      from search_terms
      where kind = 'service' and text = any(${services}::text[])
        or kind = 'trade' and text = any(${trades}::text[])
    ) as entries
  )`
}
