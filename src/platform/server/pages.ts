import { z } from 'zod'
import { isCalendarDay } from '#src/platform/kit/dates.ts'
import type { AnyList, FilterOf, ListOf, ListRequestOf, ListSpec } from '#src/platform/kit/listAddress.ts'
import { pageSizes } from '#src/platform/kit/pages.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { Database } from './db.ts'

/** Paging fields of a list's body, pages counted from 1: `body: filter.extend({ ...pageFields, sort })`. */
export const pageFields = {
  page: z.number().int().min(1).max(100_000).default(1),
  pageSize: z.number().int().min(1).max(pageSizes.most).default(pageSizes.standard),
}
export type PageRequest = { page: number; pageSize: number }

type FilterFields<List extends AnyList> = {
  [Name in keyof FilterOf<List>]-?: z.ZodOptional<z.ZodType<NonNullable<FilterOf<List>[Name]>, NonNullable<FilterOf<List>[Name]>>>
}

/** Filter of a list, as a schema for a body or an address: the choices of its spec. */
export function listFilter<Spec extends ListSpec>({ choices = {}, days = [], searchLength }: Spec) {
  const entries: unknown[][] = [
    ...Object.entries(choices).map(([name, words]) => [name, z.enum(words).optional()]),
    ...days.map((name) => [name, day]),
    ...(searchLength === undefined ? [] : [['search', z.string().trim().max(searchLength).optional()]]),
  ]
  // The type is derived from the spec in the same way as the value.
  const fields: FilterFields<ListOf<Spec>> = Object.fromEntries(entries)
  return z.object(fields)
}
const day = z.string().refine(isCalendarDay, 'Ungültiges Datum').optional()

/** Body of a request for a page of a list. */
export const listBody = <Spec extends ListSpec>(spec: Spec) =>
  listFilter(spec).extend({ ...pageFields, sort: z.enum<Spec['sorts']>(spec.sorts).default(spec.sorts[0]) })
export type ListRequest<List extends AnyList> = ListRequestOf<List> & PageRequest

/** Response of a list: the rows of a page, the number of all rows, and the page number. */
export const pageResponse = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.number().int(), page: z.number().int() })

type Reads<Row> = {
  list: (part: { limit: number; offset: number }) => Promise<Row[]>
  count: () => Promise<{ total: number }>
}

/** Reads a page and counts all rows. A page behind the last one (its rows were deleted meanwhile) is replaced by the last one. */
export async function readPage<Row>({ page, pageSize }: PageRequest, { list, count }: Reads<Row>) {
  const read = (wanted: number) => list({ limit: pageSize, offset: (wanted - 1) * pageSize })
  const [rows, { total }] = await Promise.all([read(page), count()])
  const last = Math.max(1, Math.ceil(total / pageSize))
  return page > last ? { rows: await read(last), total, page: last } : { rows, total, page }
}

type ListStore<Filter, Sort, Row> = {
  list: (db: Database, asked: { filter: Filter; sort: Sort; limit: number; offset: number }) => Promise<Row[]>
  count: (db: Database, filter: Filter) => Promise<{ total: number }>
}

/** Reads a page of a list from its store; `asked` is the filter, too. */
export const readListPage = <Filter, Sort, Row>(
  db: Database,
  asked: PageRequest & NoInfer<Filter> & { sort: Sort },
  { list, count }: ListStore<Filter, Sort, Row>,
) => readPage(asked, { list: (part) => list(db, { filter: asked, sort: asked.sort, ...part }), count: () => count(db, asked) })

/**
 * Parses the query of an address by a schema: a list's file takes the same fields as the list. Empty values are ignored. Throws
 * invalidInput.
 */
export function readQuery<Schema extends z.ZodType>(query: URLSearchParams, schema: Schema): z.infer<Schema> {
  const given = [...query].filter(([, value]) => value !== '')
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  throw invalidInput(Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), [issue.message]])))
}

/** An id of the query; a text that is no uuid matches nothing, like an unknown id. */
export const readId = (query: URLSearchParams, name: string) => z.uuid().catch(noId).parse(query.get(name))
const noId = '00000000-0000-0000-0000-000000000000'
