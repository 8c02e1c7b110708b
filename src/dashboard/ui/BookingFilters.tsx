import { Search, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { bookingStatusWords, paymentStatusWords } from '#src/bookings/statusRules.ts'
import { Field } from '#src/web/Field.tsx'
import type { BookingSort } from '../bookingRules.ts'
import { type BookingList, emptyList, filterOf, hasFilter, sortLabels } from '../listRules.ts'

type BookingFiltersProps = { list: BookingList; onShow: (list: BookingList) => void }

/**
 * Search, filters and sorting. Choices count at once, words when they are sent; each leads to the first page. On phones all but the search
 * wait behind a button.
 */
export function BookingFilters({ list, onShow }: BookingFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const change = (part: Partial<BookingList>) => onShow({ ...list, ...part, page: 1 })
  const chosen = Object.keys(filterOf({ ...list, search: '' })).length
  return (
    <div className="filters">
      {/* Another search in the address is another field. */}
      <SearchField key={list.search} search={list.search} onSearch={(search) => change({ search })} />
      <button type="button" className="btn btn-g toggle" aria-expanded={isOpen} aria-controls="filters" onClick={() => setIsOpen(!isOpen)}>
        <SlidersHorizontal />
        Filter{chosen > 0 ? ` (${chosen})` : ''}
      </button>
      <div id="filters" className={isOpen ? 'filter-more open' : 'filter-more'}>
        <Choice
          id="filter-status"
          label="Buchung"
          value={list.status}
          words={bookingStatusWords}
          onChange={(status) => change({ status })}
        />
        <Choice
          id="filter-payment"
          label="Zahlung"
          value={list.payment}
          words={paymentStatusWords}
          onChange={(payment) => change({ payment })}
        />
        <Day id="filter-from" label="Termin ab" value={list.from} onChange={(from) => change({ from })} />
        <Day id="filter-to" label="Termin bis" value={list.to} onChange={(to) => change({ to })} />
        <Sorting sort={list.sort} onChange={(sort) => change({ sort })} />
      </div>
      {hasFilter(list) ? (
        <button type="button" className="linkb sm" onClick={() => onShow({ ...emptyList, sort: list.sort })}>
          Filter zurücksetzen
        </button>
      ) : null}
    </div>
  )
}

const Sorting = ({ sort, onChange }: { sort: BookingSort; onChange: (sort: BookingSort) => void }) => (
  <div className="span">
    <Field id="filter-sort" label="Sortierung">
      {(control) => (
        <select {...control} value={sort} onChange={(event) => onChange(wordOf(sortLabels, event.target.value) || emptyList.sort)}>
          <Options words={sortLabels} />
        </select>
      )}
    </Field>
  </div>
)

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search>
      <form onSubmit={submit}>
        <Field id="filter-search" label="Name, Leistung oder Nummer">
          {(control) => (
            <div className="with-go">
              <input {...control} type="search" maxLength={100} value={typed} onChange={(event) => setTyped(event.target.value)} />
              <button type="submit" className="btn btn-s" aria-label="Suchen">
                <Search />
              </button>
            </div>
          )}
        </Field>
      </form>
    </search>
  )
}

type ChoiceProps<Word extends string> = {
  id: string
  label: string
  value: Word | ''
  words: Record<Word, string>
  onChange: (value: Word | '') => void
}

const Choice = <Word extends string>({ id, label, value, words, onChange }: ChoiceProps<Word>) => (
  <Field id={id} label={label}>
    {(control) => (
      <select {...control} value={value} onChange={(event) => onChange(wordOf(words, event.target.value))}>
        <option value="">Alle</option>
        <Options words={words} />
      </select>
    )}
  </Field>
)

const Options = ({ words }: { words: Record<string, string> }) =>
  Object.entries(words).map(([word, label]) => (
    <option key={word} value={word}>
      {label}
    </option>
  ))

/** The chosen word, or nothing. */
const wordOf = <Word extends string>(words: Record<Word, string>, chosen: string): Word | '' => (isWord(words, chosen) ? chosen : '')
const isWord = <Word extends string>(words: Record<Word, string>, chosen: string): chosen is Word => Object.hasOwn(words, chosen)

/** A day takes effect when it is whole. */
const Day = ({ id, label, value, onChange }: { id: string; label: string; value: string; onChange: (day: string) => void }) => (
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
