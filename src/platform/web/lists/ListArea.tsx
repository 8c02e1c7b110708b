import { type ReactNode, useCallback, useId, useState } from 'react'
import {
  emptyListOf,
  filterOf,
  hasFilter,
  type ListOf,
  type ListRequestOf,
  type ListSpec,
  listRequestOf,
} from '#src/platform/kit/listAddress.ts'
import { DownloadButton } from '../parts/DownloadButton.tsx'
import { LoadedAt } from '../queries/LoadedAt.tsx'
import { RefreshButton } from '../queries/RefreshButton.tsx'
import { type QueryOptions, useQueryOf } from '../queries/useQuery.ts'
import type { Column } from './DataTable.tsx'
import { type ListFilter, ListFilters } from './ListFilters.tsx'
import { type ListPage, ListRows, type ListTexts } from './ListRows.tsx'
import { useListAddress } from './useListAddress.ts'

type SortOf<Spec extends ListSpec> = ListOf<Spec>['sort']

type ListAreaProps<Spec extends ListSpec, Row extends { id: string }, Page extends ListPage<Row>, Opened> = {
  title: string
  className?: string
  /** Choices of the list, which are stored in the address. */
  spec: Spec
  sorts: Readonly<Record<SortOf<Spec>, string>>
  filters: readonly ListFilter<ListOf<Spec>>[]
  search?: { label: string; longest: number }
  /** Distinguishes the ids of its fields. */
  prefix?: string
  /** Reads the page of the list that the address names. */
  read: (asked: ListRequestOf<ListOf<Spec>>) => Promise<Page>
  /** A list with `live` updates itself; every other list has a refresh button. */
  rules?: QueryOptions
  /** Shows the time of reading. */
  isDated?: boolean
  /** The whole list as a file: the call, the file's name, and further query fields in addition to the filter. */
  csv?: { call: string; name: string; query?: Record<string, string>; isFirst?: boolean }
  texts: ListTexts
  columns: (open: (opened: Opened) => void) => readonly Column<Row, SortOf<Spec>>[]
  /** Content above the list; `choose` changes the selection. */
  above?: (page: Page | undefined, choose: (part: Partial<ListOf<Spec>>) => void) => ReactNode
  /** Dialog of a column, and the initially opened one. */
  dialog?: (opened: Opened, parts: { onClose: () => void; onChanged: () => void }) => ReactNode
  openedFirst?: Opened | undefined
}

/** List from data, page by page: the address contains the selection, and an opened row is shown above the list. */
export function ListArea<Spec extends ListSpec, Row extends { id: string }, Page extends ListPage<Row>, Opened>(
  props: ListAreaProps<Spec, Row, Page, Opened>,
) {
  const { title, className, spec, read, rules = {}, isDated, csv, texts, columns, above, dialog, openedFirst, ...filtering } = props
  const titleId = useId()
  const [list, show] = useListAddress(spec)
  const [opened, setOpened] = useState(openedFirst)
  const wanted = JSON.stringify(listRequestOf(list))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same page
  const readWanted = useCallback(() => read(listRequestOf(list)), [wanted])
  const { queryResult, reload, refresh } = useQueryOf(readWanted, rules)
  const empty = emptyListOf(spec)
  const file = csv ? <CsvButton key="file" {...csv} filter={filterOf(list)} /> : null
  const again = rules.live === undefined ? <RefreshButton key="again" isBusy={queryResult.isBusy} onRefresh={refresh} /> : null
  return (
    <>
      {above?.(queryResult.data, (part) => show({ ...list, ...part, page: 1 }))}
      <section className={className ? `card ${className}` : 'card'} aria-labelledby={titleId} aria-busy={queryResult.isBusy}>
        <div className="card-head">
          <h2 id={titleId}>{title}</h2>
          <div className="row wrapping">
            {isDated ? <LoadedAt data={queryResult.data} /> : null}
            {csv?.isFirst ? [file, again] : [again, file]}
          </div>
        </div>
        <ListFilters list={list} empty={empty} onShow={show} {...filtering} />
        <ListRows
          texts={texts}
          queryResult={queryResult}
          columns={columns(setOpened)}
          keyOf={({ id }) => id}
          sort={list.sort}
          onSort={(sort) => show({ ...list, sort, page: 1 })}
          isFiltered={hasFilter(list)}
          onReset={() => show(empty)}
          onRetry={() => void reload()}
          onPage={(page) => show({ ...list, page })}
        />
      </section>
      {opened === undefined ? null : dialog?.(opened, { onClose: () => setOpened(undefined), onChanged: () => void reload() })}
    </>
  )
}

type CsvButtonProps = { call: string; name: string; query?: Record<string, string>; filter: object }

const CsvButton = ({ call, name, query, filter }: CsvButtonProps) => (
  <DownloadButton path={`/functions/v1/${call}?${new URLSearchParams({ ...query, ...filter })}`} name={name}>
    Als CSV herunterladen
  </DownloadButton>
)
