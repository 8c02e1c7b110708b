import { foldText } from '#src/platform/kit/text.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database } from '#src/platform/server/db.ts'
import { holdCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { summarizeOffers } from '#src/supply/services/store.ts'
import { holdIndex } from '#src/supply/services/understanding/actions.ts'
import { completeIntent } from '#src/supply/services/understanding/complete.ts'
import { suggestionLimits, type WordSuggestion } from './rules.ts'
import { listOffered } from './store.ts'
import { suggestWords } from './suggestStore.ts'

/** Completes the text typed in 'Was brauchen Sie?', in groups: categories, services, trades, words that companies offer, companies. */
export async function suggestIntents(app: Pick<App, 'db'>, typed: string): Promise<WordSuggestion[]> {
  const [index, words] = await Promise.all([holdIndex(app), suggestWords(app.db, typed)])
  const completed = completeIntent(typed, index)
  const offers = await summarizeOffers(
    app.db,
    completed.map(({ id }) => id),
  )
  const needs = completed.map(({ kind, id, name, phrase }) => ({ label: name, kind, phrase, ...offers.get(id) }))
  const of = (kind: WordSuggestion['kind']) => words.filter((one) => one.kind === kind)
  const companies = of('company').slice(0, mostCompanies)
  const seen = new Set<string>()
  const all = [...of('category'), ...needs, ...of('word')].filter(({ label }) => !seen.has(foldText(label)) && seen.add(foldText(label)))
  return [...all.slice(0, suggestionLimits.most - companies.length), ...companies]
}

/** Number of companies' names below the other suggestions. */
const mostCompanies = 2

/** Frequent services as examples for the search field: the first of these that at least one company offers. */
const examples = [
  'umzug',
  'hecke-schneiden',
  'fenster-putzen',
  'wohnung-streichen',
  'abfluss-reinigen',
  'laptop-reparieren',
  'heizung-warten',
]

/** Names of offered services, for visitors who do not know what to type. */
export async function listExamples(db: Database, limit: number): Promise<string[]> {
  const [{ services }, offered] = await Promise.all([holdCatalogue({ db }), listOffered(db, examples)])
  const known = examples.filter((id) => offered.includes(id)).flatMap((id) => services.find((one) => one.id === id) ?? [])
  return known.slice(0, limit).map(({ name }) => name)
}
