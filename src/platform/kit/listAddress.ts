import { isCalendarDay } from './dates.ts'
import { cleanText } from './text.ts'

/** Options of a list that are stored in its URL, as data. */
export type ListSpec = {
  /** The first one is the default. */
  sorts: readonly [string, ...string[]]
  choices?: Readonly<Record<string, readonly string[]>>
  days?: readonly string[]
  /** Maximum length of a search text; without it the list has no search. */
  searchLength?: number
}

/** State of a list in its URL. An empty text means no choice. */
export type ListOf<Spec extends ListSpec> = AnyList & { sort: Spec['sorts'][number] } & ChoicesOf<Spec> & DaysOf<Spec>
export type AnyList = { page: number; sort: string; search: string }
type ChoicesOf<Spec> = Spec extends { choices: infer Choices extends ListSpec['choices'] }
  ? { [Name in keyof Choices]: NonNullable<Choices>[Name & string][number] | '' }
  : unknown
type DaysOf<Spec> = Spec extends { days: readonly (infer Name extends string)[] } ? Record<Name, string> : unknown

const lastPage = 100_000

/** Parses a list's URL. Ignores invalid values, because anyone may have written it. */
export function readList<Spec extends ListSpec>(parameters: URLSearchParams, spec: Spec): ListOf<Spec> {
  const text = (name: string) => parameters.get(name) ?? ''
  const known = (name: string, words: readonly string[]) => words.find((word) => word === text(name))
  const page = Number(text('page'))
  const search = cleanText(text('search')).trim()
  const list = {
    page: Number.isInteger(page) && page > 0 && page <= lastPage ? page : 1,
    sort: known('sort', spec.sorts) ?? spec.sorts[0],
    search: search.length <= (spec.searchLength ?? 0) ? search : '',
    ...Object.fromEntries(Object.entries(spec.choices ?? {}).map(([name, words]) => [name, known(name, words) ?? ''])),
    ...Object.fromEntries((spec.days ?? []).map((name) => [name, isCalendarDay(text(name)) ? text(name) : ''])),
  }
  // Safe: the type is derived from the spec in the same way as the value.
  return list as ListOf<Spec>
}

/** List without any choice. */
export const emptyListOf = <Spec extends ListSpec>(spec: Spec) => readList(new URLSearchParams(), spec)

/** URL parameters of a list, without default values. The counterpart of `readList`. */
export function listParameters({ page, sort, ...list }: AnyList, spec: ListSpec): Record<string, string> {
  return filled({ ...list, page: page === 1 ? '' : String(page), sort: sort === spec.sorts[0] ? '' : sort })
}

/** Filter of a list as calls take it: search, choices and days, without empty ones. */
export type FilterOf<List extends AnyList> = { [Name in Exclude<keyof List, 'page' | 'sort'>]?: Exclude<List[Name], ''> }
export function filterOf<List extends AnyList>({ page: _page, sort: _sort, ...list }: List): FilterOf<List> {
  // Safe: removing empty values does not change the types of the others.
  return filled(list) as FilterOf<List>
}

/** Request for a page of a list, as calls take it. */
export type ListRequestOf<List extends AnyList> = Pick<List, 'page' | 'sort'> & FilterOf<List>
export const listRequestOf = <List extends AnyList>(list: List): ListRequestOf<List> => ({
  page: list.page,
  sort: list.sort,
  ...filterOf(list),
})

export const hasFilter = <List extends AnyList>(list: List) => Object.keys(filterOf(list)).length > 0

const filled = (parts: object): Record<string, string> => Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''))
