import { sql } from 'kysely'
import { containsFolded, foldDigraphs, foldText } from '#src/platform/kit/text.ts'
import type { Database } from '#src/platform/server/db.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { suggestionLimits, type WordSuggestion } from './rules.ts'

/**
 * Completions of the text typed in 'Was brauchen Sie?': categories, then words that many companies offer, then companies' names. Of several
 * words the last one is completed.
 */
export async function suggestWords(db: Database, typed: string): Promise<WordSuggestion[]> {
  const [, before = '', last = ''] = /^(.*?)([\p{L}\p{N}]*)$/su.exec(typed.trimStart()) ?? []
  if (foldText(last).length < suggestionLimits.fewestLetters) return []
  const ofCategory = before === '' ? categories.filter((one) => containsFolded(one, last)) : []
  const [words, names] = await Promise.all([listWords(db, last), listNames(db, typed.trim())])
  const completed = words.filter((word) => !ofCategory.some((one) => foldText(one) === foldText(word)))
  return [
    ...ofCategory.map((label) => ({ label, kind: 'category' as const })),
    ...completed.map((word) => ({ label: before + word, kind: 'word' as const })),
    ...names.map((label) => ({ label, kind: 'company' as const })),
  ].slice(0, suggestionLimits.most)
}

/** Words that begin with the typed text; of each offered stem the most frequent word. Leaves room for companies' names. */
async function listWords(db: Database, last: string) {
  const { rows } = await sql<{ spelled: string }>`
    select spelled
    from (
      select distinct on (stem.id) written.spelled, stem.offers
      from (
        select id, text, spelled, frequency
        from search_terms
        where kind = 'word'
          and (${startsWith('text', foldText(last))} or ${startsWith('text', foldDigraphs(last))})
          and text !~ '\\d' and length(text) > 2 and frequency > 0
        order by frequency desc
        limit 60
      ) as written
      join search_terms as stem on stem.kind = 'stem' and stem.text = search_stem(written.text)
      where stem.offers > 0 and search_is_written(written.id, written.frequency)
      order by stem.id, written.frequency desc
    ) as completed
    order by offers desc, spelled
    limit ${suggestionLimits.most - 2}`.execute(db)
  return rows.map(({ spelled }) => spelled)
}

async function listNames(db: Database, typed: string) {
  const { rows } = await sql<{ name: string }>`
    select company_name as name
    from search_companies
    join companies on id = company_id
    where ${startsWith('sort_name', foldText(typed))}
    order by sort_name, quality desc
    limit ${suggestionLimits.most - 2}`.execute(db)
  return [...new Set(rows.map(({ name }) => name))]
}

/** Prefix condition as a range, which an index supports for any letters. */
const startsWith = (column: 'text' | 'sort_name', start: string) =>
  sql`(${sql.ref(column)} collate "C" >= ${start} and ${sql.ref(column)} collate "C" < ${`${start}\u{10FFFF}`})`
