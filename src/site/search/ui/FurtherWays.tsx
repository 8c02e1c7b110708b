import { Link } from 'react-router'
import AlertForm from '#src/site/demand/ui/AlertForm.tsx'
import { quotePath } from '#src/supply/services/texts.ts'
import { changedAddress, type SearchState } from '../query/address.ts'
import { hasAlert, quoteWordsOf, type SearchFacts } from '../query/results.ts'
import { countOf } from '../query/rules.ts'

type WaysProps = { state: SearchState; facts: SearchFacts | undefined }

/** Ways on from a place without results: other searches, quotes if a company can answer, a mail once a company appears, all companies. */
export function FurtherWays({ state, facts }: WaysProps) {
  const isPlaceKnown = state.location === '' || (facts?.place ?? null) !== null
  return (
    <>
      {facts ? <OtherSearches state={state} offers={facts.offers} /> : null}
      {facts?.offers.isAnswerable ? (
        <Link
          className="button primary"
          rel="nofollow"
          to={quotePath({ q: quoteWordsOf(state, facts.need), location: state.location, category: state.category })}
        >
          Angebot anfordern
        </Link>
      ) : null}
      <Link className="button secondary" to="/search">
        Alle Anbieter anzeigen
      </Link>
      {facts && isPlaceKnown && hasAlert(state) ? (
        <AlertForm
          key={[state.q, state.location, state.category, state.service, state.radius].join()}
          search={{
            words: state.q,
            location: facts.place?.isCorrected ? facts.place.label : state.location,
            category: state.category,
            catalogueId: state.service,
            radiusKm: state.location ? state.radius : null,
          }}
        />
      ) : null}
    </>
  )
}

function OtherSearches({ state, offers: { wider, places } }: { state: SearchState; offers: SearchFacts['offers'] }) {
  if (wider.length + places.length === 0) return null
  return (
    <ul className="pills offers" aria-label="Andere Suchen">
      {places.map(({ label, value }) => (
        <li key={value}>
          <Link to={changedAddress({ ...state, location: value }, state)}>{label}</Link>
        </li>
      ))}
      {wider.map(({ word, query, total }) => (
        <li key={word}>
          <Link to={changedAddress(query, state)}>
            {word}
            <span className="count">{countOf(total)} Anbieter</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
