import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { type AnyList, filterOf, hasFilter } from '#src/platform/kit/listAddress.ts'
import { Search, SlidersHorizontal } from '#src/platform/web/icons/Icons.tsx'
import { Field, Options, SelectField } from '../forms/Field.tsx'
import './filters.css'

/** Filter of a list, by its name in the address: one of some words, or a day. */
export type ListFilter<List> = { name: keyof List & string; label: string } & (
  | { words: Readonly<Record<string, string>> }
  | { isDay: true }
)

type ListFiltersProps<List extends AnyList> = {
  /** Distinguishes the ids of several lists on a page. */
  prefix?: string
  list: List
  /** The list without a selection. */
  empty: List
  onShow: (list: List) => void
  /** Search field; without it there is no search. */
  search?: { label: string; longest: number }
  filters?: readonly ListFilter<List>[]
  /** Orders of the list, by their labels. */
  sorts: Readonly<Record<List['sort'], string>>
  /** Buttons beside the filters, such as the one for the file. */
  children?: ReactNode
}

/**
 * Search, filters and order. A choice takes effect at once, search words on submit; each leads to the first page. On phones everything but
 * the search is behind a button.
 */
export function ListFilters<List extends AnyList>(props: ListFiltersProps<List>) {
  const { prefix = 'filter', list, empty, onShow, search, filters = [], sorts, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const chosen = Object.keys(filterOf({ ...list, search: '' })).length
  return (
    <div className="filters">
      {search ? (
        <SearchField
          id={`${prefix}-search`}
          {...search}
          value={list.search}
          onSearch={(words) => onShow({ ...list, search: words, page: 1 })}
        />
      ) : null}
      <button
        type="button"
        className="button neutral toggle"
        aria-expanded={isOpen}
        aria-controls={`${prefix}-more`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal />
        {chosen > 0 ? `Filter (${chosen})` : 'Filter'}
      </button>
      <div id={`${prefix}-more`} className={isOpen ? 'filter-more open' : 'filter-more'}>
        {filters.map((filter) => (
          <OneFilter
            key={filter.name}
            id={`${prefix}-${filter.name}`}
            filter={filter}
            value={String(list[filter.name])}
            onChange={(value) => onShow({ ...list, [filter.name]: value, page: 1 })}
          />
        ))}
        <div className="span">
          <SelectField
            id={`${prefix}-sort`}
            label="Sortieren nach"
            value={list.sort}
            onChange={(sort) => onShow({ ...list, sort, page: 1 })}
          >
            <Options words={sorts} />
          </SelectField>
        </div>
      </div>
      {hasFilter(list) || children ? (
        <div className="filter-actions">
          {hasFilter(list) ? (
            <button type="button" className="link-button small" onClick={() => onShow({ ...empty, sort: list.sort })}>
              Filter zurücksetzen
            </button>
          ) : null}
          {children}
        </div>
      ) : null}
    </div>
  )
}

type SearchFieldProps = { id: string; label: string; longest: number; value: string; onSearch: (words: string) => void }

/** A field that searches on submit. */
export function SearchField({ id, label, longest, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  // After a change of the address the field shows the new search; the focus stays in place.
  useEffect(() => setTyped(value), [value])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim().length <= longest) onSearch(typed.trim())
  }
  return (
    <search>
      <form onSubmit={submit}>
        <Field id={id} label={label} length={{ typed, longest }}>
          {(control) => (
            <div className="with-go">
              <input {...control} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
              <button type="submit" className="button secondary" aria-label="Suchen">
                <Search />
              </button>
            </div>
          )}
        </Field>
      </form>
    </search>
  )
}

type OneFilterProps = { id: string; filter: ListFilter<never>; value: string; onChange: (value: string) => void }

function OneFilter({ id, filter, value, onChange }: OneFilterProps) {
  if ('isDay' in filter) return <Day id={id} label={filter.label} value={value} onChange={onChange} />
  return (
    <SelectField id={id} label={filter.label} value={value} onChange={onChange}>
      <option value="">Alle</option>
      <Options words={filter.words} />
    </SelectField>
  )
}

/** A date takes effect when it is complete. */
export const Day = ({ id, label, value, onChange }: { id: string; label: string; value: string; onChange: (day: string) => void }) => (
  <Field id={id} label={label}>
    {(control) => (
      <input
        {...control}
        type="date"
        key={value}
        defaultValue={value}
        onBlur={(event) => (event.target.value === value ? undefined : onChange(event.target.value))}
      />
    )}
  </Field>
)
