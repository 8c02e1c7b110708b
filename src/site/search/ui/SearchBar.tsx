import { Form } from 'react-router'
import { MapPin, Search } from '#src/platform/web/icons/Icons.tsx'
import { type SearchState, searchParameters } from '../query/address.ts'
import { SuggestField } from './SuggestField.tsx'

/**
 * Words and place above the results. Other choices are kept; the list starts at its first page. The fields follow the address, so going
 * back restores them.
 */
export function SearchBar({ state }: { state: SearchState }) {
  const kept = searchParameters(state).filter(([name]) => !['q', 'location', 'leistung', 'ohne', 'page'].includes(name))
  return (
    <div className="search-bar">
      <div className="wrap">
        <Form role="search" action="/search" method="get">
          <div className="control">
            <Search />
            <SuggestField
              key={`q ${state.q}`}
              kind="words"
              className="input"
              name="q"
              defaultValue={state.q}
              aria-label="Was brauchen Sie?"
              placeholder="Was brauchen Sie?"
              enterKeyHint="search"
            />
          </div>
          <div className="control">
            <MapPin />
            <SuggestField
              key={`location ${state.location}`}
              kind="places"
              className="input"
              name="location"
              defaultValue={state.location}
              aria-label="Wo?"
              placeholder="PLZ oder Ort"
              enterKeyHint="search"
            />
          </div>
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="button primary" type="submit" aria-label="Anbieter suchen">
            <Search className="sign" />
            <span className="text">Anbieter suchen</span>
          </button>
        </Form>
      </div>
    </div>
  )
}
