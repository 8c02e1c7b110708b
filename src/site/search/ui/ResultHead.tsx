import { Link } from 'react-router'
import { List, MapPinned, X } from '#src/platform/web/icons/Icons.tsx'
import { alertTexts } from '#src/site/demand/rules.ts'
import { freeTexts } from '../free/texts.ts'
import { changedAddress, type SearchState, searchAddress } from '../query/address.ts'
import {
  correctedQuery,
  hasAlert,
  listChoices,
  placeText,
  type SearchFacts,
  sortingLabels,
  sortingOf,
  widenedText,
} from '../query/results.ts'
import { type FoundPlace, type SearchResponse, searchTexts, sortings } from '../query/rules.ts'
import { UnderstoodIntent } from './UnderstoodIntent.tsx'

type ResultHeadProps = {
  state: SearchState
  total: number
  facts: SearchFacts | undefined
  isWaiting: boolean
}

/** The number of companies found, or that they are of a wider circle; how the search was understood, and the view. */
export function ResultHead({ state, total, facts, isWaiting }: ResultHeadProps) {
  const place = facts?.place ?? null
  return (
    <>
      {isWaiting ? (
        <WaitingHead />
      ) : (
        <div className="results-head">
          {facts?.widened && place ? (
            <WidenedHeading state={state} total={total} upToKm={facts.widened.upToKm} label={place.label} />
          ) : (
            <h1 tabIndex={-1}>{isTimed(state, facts) ? searchTexts.foundFree(total) : searchTexts.found(total)}</h1>
          )}
          {facts?.time?.isMissed ? <p className="small">{freeTexts.missed(facts.time)}</p> : null}
          {facts ? <Understood state={state} place={place} corrections={facts.corrections} isWidened={facts.widened !== null} /> : null}
        </div>
      )}
      <div className="chips">
        {facts && !isWaiting ? (
          <UnderstoodIntent state={state} facts={facts} isOpen={facts.offers.wider.length > 0 || facts.widened !== null} />
        ) : null}
        <Choices state={state} isOfService={(facts?.need?.services.length ?? 0) > 0} />
        {facts ? <SortingLinks state={state} hasDistance={place?.point != null} isWidened={facts.widened !== null} /> : null}
      </div>
    </>
  )
}

type WidenedProps = { state: SearchState; total: number; upToKm: number | null; label: string }

/** 'In Hamburg niemand. 3 Anbieter bis 60 km:', with the way to the form that reports a company there. */
const WidenedHeading = ({ state, ...widened }: WidenedProps) => (
  <>
    <h1 tabIndex={-1}>
      <span className="unseen">{searchTexts.nothingFound}. </span>
      {widenedText(state, widened)}
    </h1>
    {hasAlert(state) ? (
      <p className="small">
        <a href="#bescheid">{alertTexts.title}</a>, sobald es hier jemanden gibt.
      </p>
    ) : null}
  </>
)

/** True if all counted companies have a free time then. */
const isTimed = ({ alsoOnRequest }: SearchState, facts: SearchFacts | undefined) =>
  facts?.time != null && !facts.time.isMissed && !alsoOnRequest

export const WaitingHead = () => (
  <div className="results-head late">
    <h1 className="unseen">Anbieter werden gesucht</h1>
    <span className="skeleton" />
  </div>
)

type UnderstoodProps = { state: SearchState; place: FoundPlace | null; corrections: SearchResponse['corrections']; isWidened?: boolean }

/** Shows the searched words when they differ from the typed ones, and the place that was meant, unless the heading names it. */
export function Understood({ state, place, corrections, isWidened = false }: UnderstoodProps) {
  const misspelt = place?.isCorrected ? `„${state.location}“ haben wir nicht gefunden. ` : ''
  const others = place?.others.slice(0, 5) ?? []
  return (
    <>
      {corrections.length === 0 ? null : (
        <p className="small">
          Meinten Sie{' '}
          <Link to={changedAddress({ ...state, q: correctedQuery(state.q, corrections) }, state)}>
            {correctedQuery(state.q, corrections)}
          </Link>
          ? Die Ergebnisse gelten dafür.
        </p>
      )}
      {place && (misspelt || !isWidened) ? (
        <p className="small muted">{isWidened ? misspelt : `${misspelt}${placeText(place, state)}`}</p>
      ) : null}
      {others.length === 0 ? null : (
        <p className="small">
          Anderer Ort gemeint?{' '}
          {others.map((other, at) => (
            <span key={other}>
              <span>{at > 0 ? ' · ' : ''}</span>
              <Link to={changedAddress({ ...state, location: other }, state)}>{other}</Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** The chosen filters, each with a link that removes it. */
export function Choices({ state, isOfService }: { state: SearchState; isOfService: boolean }) {
  const choices = listChoices(state, isOfService)
  if (choices.length === 0) return null
  return (
    <ul className="pills chosen" aria-label="Gewählte Filter">
      {choices.map(({ word, without }) => (
        <li key={word}>
          <Link preventScrollReset to={changedAddress(without, state)} rel="nofollow">
            {word}
            <X />
            <span className="unseen">entfernen</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

type SortingLinksProps = { state: SearchState; hasDistance: boolean; isWidened: boolean }

const SortingLinks = ({ state, hasDistance, isWidened }: SortingLinksProps) => (
  <nav className="sorting small" aria-label="Sortierung">
    <span className="dim" aria-hidden="true">
      Sortieren nach
    </span>
    <ul>
      {sortings
        .filter((sorting) => (sorting === 'relevanz' ? !isWidened : sorting !== 'entfernung' || hasDistance))
        .map((sorting) => (
          <li key={sorting}>
            <Link
              preventScrollReset
              to={changedAddress({ ...state, sorting }, state)}
              aria-current={sorting === sortingOf(state, isWidened) ? 'true' : undefined}
              rel="nofollow"
            >
              {sortingLabels[sorting]}
            </Link>
          </li>
        ))}
    </ul>
  </nav>
)

/** The list stays below the map: it says in words what the map shows. */
export const ViewSwitch = ({ state }: { state: SearchState }) =>
  state.view === 'karte' ? (
    <Link preventScrollReset className="button neutral small" to={searchAddress({ ...state, view: 'liste' })} rel="nofollow">
      <List />
      Karte ausblenden
    </Link>
  ) : (
    <Link preventScrollReset className="button neutral small" to={searchAddress({ ...state, view: 'karte' })} rel="nofollow">
      <MapPinned />
      Karte anzeigen
    </Link>
  )
