import { type RawBuilder, sql } from 'kysely'
import { foldText } from '#src/kit/text.ts'
import { type Database, fixed } from '#src/server/db.ts'
import { functionWords } from '#src/services/understanding/small.ts'
import type { Understood } from '#src/services/understanding/understood.ts'
import { foundPlace, knownPlace, meantPlace } from '../places/store.ts'
import { type Entries, type Entry, entryKey, isNeed } from '../query/need.ts'
import { type Meaning, mostWords } from '../query/plan.ts'
import { countedUpTo, type FoundPlace, type SearchQuery } from '../query/rules.ts'

/** What the database knows of a search before it searches. */
export type Reading = {
  /** Where a query may rather be a name: whether it is one, or companies write one of the words that were understood as slips. */
  isWritten: boolean
  placed: Placed
  /** What the words mean. Of a need only those that are left beside it and its place, unless it is written. */
  words: Meaning[]
  /** What the chosen category means. */
  chosen: Meaning[]
  /** What the need means, and what is near to it; and the trade of who offers none. */
  entries: Entries
  /** The number of companies at the last count. */
  companies: number
}

/** The place that was typed; for a need without one the town among its words: 'Maler Regensburg'. */
export type Placed = {
  /** That word. */
  word: string | null
  place: FoundPlace | null
  /** Its terms, when the vocabulary has all words of the town's name: '93047 Frankfurt (Oder)' → frankfurt. */
  town: number[]
  /** What narrows the search to it: its words where it is not on the map, and the circle around it. */
  meanings: Meaning[]
}

/** All that narrows or orders the companies. */
export const meaningsIn = ({ words, placed, chosen }: Reading) => [...words, ...placed.meanings, ...chosen]

export type Given = {
  understood: Understood
  /** Services that are near to what was understood. */
  near?: readonly string[]
  /** What was typed as the place, if it was looked up already; null when nobody knows it. */
  known?: FoundPlace | null | undefined
}

/** What of a search is known already, and what is to be read. */
export type Missing = {
  isWritten: boolean | undefined
  placed: Placed | undefined
  /** Those words that may be the place. */
  placeWords: readonly string[]
  /** Words whose meaning is known; undefined when no other is typed. */
  knownWords: readonly string[] | undefined
  category: string | null
  services: readonly string[]
  trades: readonly string[]
}

export const nowhere: Placed = { word: null, place: null, town: [], meanings: [] }

/** All of it, as far as there is something to read. */
export function allMissing({ location, category }: SearchQuery, { understood, near = [] }: Given): Missing {
  const placeWords = location === '' ? placeWordsOf(understood) : []
  return {
    isWritten: isWrittenUnasked(understood) ? false : undefined,
    placed: location === '' && placeWords.length === 0 ? nowhere : undefined,
    placeWords,
    knownWords: [],
    category,
    services: [...understood.services.map(({ id }) => id), ...near],
    trades: [...understood.tradeIds, 'unknown'],
  }
}

/** Reads a search in one round trip: its place, its words and what was understood, without what is known of it. */
export async function readSearch(db: Database, query: SearchQuery, given: Given, missing = allMissing(query, given)): Promise<Reading> {
  const { understood } = given
  const { isWritten, placed } = missing
  const { rows } = await sql<Omit<Reading, 'placed' | 'entries'> & { placed: Placed | null; entries: Entry[] }>`
    ${fixed}
    with
      checked as materialized (select ${isWritten === undefined ? isWrittenIn(query, understood) : sql.lit(isWritten)} as is_written),
      ${placed ? sql`` : sql`place as materialized (${placeOf(query, given, missing)}),`}
      asked as materialized (
        select
          case
            when is_written then ${query.q}
            else array_to_string(array_remove(${wordsToRead(query, understood)}::text[], ${placed ? sql`${placed.word}::text` : sql`place.word`}), ' ')
          end as words
          ${placed ? sql`` : sql`, place.*, case when place.label is null then ${query.location} else coalesce(place.beginning, '') end as written`}
        from checked
        ${placed ? sql`` : sql`left join place on true`}
      )
    select
      (select is_written from checked) as is_written,
      ${placed ? sql`null` : sql`json_build_object('word', place.word, 'place', ${foundPlace}, 'town', ${townOf}, 'meanings', ${placeMeaningsOf(query)})`} as placed,
      ${wordMeanings(query, understood, missing)} as words,
      ${missing.category === null ? sql`'[]'::json` : categoryMeaningOf(missing.category)} as chosen,
      ${entriesOf(missing)} as entries,
      (select companies from search_counts) as companies
    from asked as place`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a reading is one row')
  const entries = new Map(row.entries.map((one) => [entryKey(one.kind, one.text), one]))
  return { ...row, placed: placed ?? row.placed ?? nowhere, entries }
}

/** Nothing is read of what nobody here does. */
export const wordsToRead = ({ q }: SearchQuery, understood: Understood) => {
  if (understood.isElsewhere) return []
  return isNeed(understood) ? [...understood.telling, ...understood.rest] : [q]
}

/** Whether the words are no name, without asking. */
export const isWrittenUnasked = (understood: Understood) => !understood.isElsewhere && (understood.isWhole || !isNeed(understood))

function isWrittenIn({ q }: SearchQuery, { corrections }: Understood): RawBuilder<boolean> {
  return sql`
    exists (
      select from unnest(array[fold_text(${q}), search_plain(fold_text(${q}))]) as start
      join search_companies on sort_name collate "C" >= start and sort_name collate "C" < start || ${'\u{10FFFF}'}
    ) or exists (
      select from search_terms
      where kind = 'word' and text = any(${corrections.map(({ typed }) => typed)}::text[]) and frequency > 0
        and search_is_written(id, frequency)
    )`
}

/** Those words beside a need that may be its place. */
export const placeWordsOf = (understood: Understood) =>
  isNeed(understood) ? understood.rest.slice(0, mostPlaceWords).filter((word) => word.length > 2) : []

/** At most one row. 'bern' among other words is no 'Bernau'. */
function placeOf({ location }: SearchQuery, { known }: Given, { placeWords: words }: Missing) {
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

/** The words as `typedWords` takes them. */
function wordMeanings(query: SearchQuery, understood: Understood, { knownWords }: Missing) {
  if (!knownWords) return sql`'[]'::json`
  return listed(sql`
    select word, false as is_filter, false as is_place, meaning.*
    from (
      -- In a search of several words, a word of two letters is not searched inside other words.
      select word, case when length(word) > 2 or count(*) over () = 1 then ${sql.lit(enough)} else 0 end as enough
      from search_words(place.words) as word
      order by word = any(${functionWordsIn([query.q, ...wordsToRead(query, understood)])}::text[]), strpos(fold_text(place.words), word)
      limit ${mostWords}
    ) as words, search_meaning(word, enough) as meaning
    where word <> all(${knownWords}::text[])`)
}

/** Those that may be among the words, because all would take as long to read as the words. */
function functionWordsIn(texts: string[]) {
  const letters = foldText(texts.join(' ')).replaceAll('-', '')
  return [...functionWords].filter((word) => letters.includes(word))
}

const placeMeaningsOf = ({ radius }: SearchQuery) =>
  listed(sql`
    select word, true as is_filter, true as is_place, meaning.*
    from search_words(place.written) as word, search_place(word) as meaning
    union all
    select '', true, true, meaning.*
    from (select array_agg(kind) as kinds, array_agg(cell) as cells from search_cells(place.point, ${radius}::integer)) as circle,
      search_filter(kinds, cells) as meaning
    where cells is not null`)

const categoryMeaningOf = (category: string) =>
  listed(sql`
    select ${category}::text as word, true as is_filter, false as is_place, meaning.*
    from search_filter('{category}', array[${category}::text]) as meaning`)

function entriesOf({ services, trades }: Missing) {
  if (services.length + trades.length === 0) return sql`'[]'::json`
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
