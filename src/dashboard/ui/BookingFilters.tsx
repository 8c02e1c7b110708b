import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { bookingStatusWords, paymentStatusWords } from '#src/bookings/statusRules.ts'
import { Field } from '#src/web/Field.tsx'
import { type BookingList, emptyList, hasFilter, sortLabels } from '../listRules.ts'

type BookingFiltersProps = { list: BookingList; onShow: (list: BookingList) => void }

/** Search, filters and sorting. Choices count at once, words when they are sent; each leads to the first page. */
export function BookingFilters({ list, onShow }: BookingFiltersProps) {
  const change = (part: Partial<BookingList>) => onShow({ ...list, ...part, page: 1 })
  return (
    <div className="filters">
      {/* Another search in the address is another field. */}
      <SearchField key={list.search} search={list.search} onSearch={(search) => change({ search })} />
      <Choice id="filter-status" label="Buchung" value={list.status} words={bookingStatusWords} onChange={(status) => change({ status })} />
      <Choice
        id="filter-payment"
        label="Zahlung"
        value={list.payment}
        words={paymentStatusWords}
        onChange={(payment) => change({ payment })}
      />
      <Day id="filter-from" label="Termin ab" value={list.from} onChange={(from) => change({ from })} />
      <Day id="filter-to" label="Termin bis" value={list.to} onChange={(to) => change({ to })} />
      <Field id="filter-sort" label="Sortierung">
        {(control) => (
          <select {...control} value={list.sort} onChange={(event) => change({ sort: wordOf(sortLabels, event.target.value) || 'newest' })}>
            <Options words={sortLabels} />
          </select>
        )}
      </Field>
      {hasFilter(list) ? (
        <button type="button" className="linkb sm" onClick={() => onShow({ ...emptyList, sort: list.sort })}>
          Filter zurücksetzen
        </button>
      ) : null}
    </div>
  )
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <search className="wide">
      <form onSubmit={submit}>
        <Field id="filter-search" label="Suche nach Name, Leistung oder Nummer">
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
