import { Link } from 'react-router'
import { MarkApart } from '#src/platform/web/parts/Mark.tsx'
import { askAddress, changedAddress, type SearchState } from '../query/address.ts'
import type { SearchFacts } from '../query/results.ts'
import { countOf, searchTexts } from '../query/rules.ts'
import { Need } from './Need.tsx'
import { Choices, Understood } from './ResultHead.tsx'
import { OnRequest } from './WantedTime.tsx'

/** Shown without results: other searches to try, with the number of companies each would find. */
export function NothingFound({ state, facts }: { state: SearchState; facts: SearchFacts | undefined }) {
  const isUnknownPlace = facts !== undefined && state.location !== '' && facts.place === null
  return (
    <div className="empty">
      <MarkApart />
      <h1 tabIndex={-1}>{searchTexts.nothingFound}</h1>
      {isUnknownPlace ? (
        <p className="muted">
          {`Den Ort „${state.location}“ kennen wir nicht. Prüfen Sie die Schreibweise oder geben Sie eine Postleitzahl ein.`}
        </p>
      ) : (
        <p className="muted">Vergrößern Sie den Umkreis oder suchen Sie mit einem anderen Wort.</p>
      )}
      {facts ? <Understood state={state} place={facts.place} corrections={facts.corrections} /> : null}
      {facts ? <Need state={state} facts={facts} isOpen /> : null}
      <Choices state={state} isOfService={(facts?.need?.services.length ?? 0) > 0} />
      <OnRequest state={state} facts={facts} />
      {facts ? <Offers state={state} offers={facts.offers} /> : null}
      {state.q !== '' || state.category !== null ? (
        <Link className="button primary" rel="nofollow" to={askAddress({ q: state.q, location: state.location, category: state.category })}>
          Angebot anfordern
        </Link>
      ) : null}
      <Link className="button secondary" to="/search">
        Alle Anbieter anzeigen
      </Link>
    </div>
  )
}

function Offers({ state, offers: { wider, places } }: { state: SearchState; offers: SearchFacts['offers'] }) {
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
