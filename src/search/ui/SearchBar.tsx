import { MapPin, Search } from 'lucide-react'
import { Form } from 'react-router'
import type { SearchQuery } from '../rules.ts'

/** Query and place above the results; the chosen category stays chosen. Fields follow the address, so going back restores them. */
export function SearchBar({ query }: { query: SearchQuery }) {
  return (
    <div className="sbar">
      <div className="wrap">
        <Form role="search" action="/search" method="get">
          <div className="ctl">
            <Search />
            <input
              key={query.q}
              className="in"
              name="q"
              defaultValue={query.q}
              aria-label="Was brauchen Sie?"
              placeholder="Was brauchen Sie?"
              autoComplete="off"
              enterKeyHint="search"
            />
          </div>
          <div className="ctl">
            <MapPin />
            <input
              key={query.location}
              className="in"
              name="location"
              defaultValue={query.location}
              aria-label="Wo?"
              placeholder="PLZ oder Ort"
              autoComplete="postal-code"
              enterKeyHint="search"
            />
          </div>
          {query.category ? <input type="hidden" name="category" value={query.category} /> : null}
          <button className="btn btn-p" type="submit" aria-label="Anbieter suchen">
            <Search className="m" />
            <span className="t">Anbieter suchen</span>
          </button>
        </Form>
      </div>
    </div>
  )
}
