import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { ChevronLeft, ChevronRight, RefreshCw } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useBookingDialog } from '../profile/BookingOpener.tsx'
import { changedAddress, type SearchState, searchAddress } from '../query/address.ts'
import { splitWords } from '../query/highlight.ts'
import { furtherWord, type SearchFacts } from '../query/results.ts'
import { countedUpTo, countOf, type FoundCompany, searchLimits, searchTexts } from '../query/rules.ts'
import { FurtherWays } from './FurtherWays.tsx'
import { OnRequest } from './RequestedTime.tsx'
import { ResultCard } from './ResultCard.tsx'
import { ResultHead, WaitingHead } from './ResultHead.tsx'

// Here and not beside the map, whose code comes later than the first HTML.

const ResultMap = lazy(() => import('../map/ResultMap.tsx'))

type Shown = { state: SearchState; companies: readonly FoundCompany[]; facts: SearchFacts | undefined; today: string }
type ResultListProps = Shown & { total: number; isWaiting: boolean }

/** Shows cards in their final shape instead of its own while another list is on its way. */
export const ResultList = ({ total, isWaiting, ...shown }: ResultListProps) => (
  <>
    <ResultHead state={shown.state} facts={shown.facts} total={total} isWaiting={isWaiting} />
    {isWaiting ? (
      <WaitingCards />
    ) : (
      <>
        <Cards {...shown} />
        {shown.facts?.widened ? null : <Further total={total} {...shown} />}
        <OnRequest state={shown.state} facts={shown.facts} />
        <Pager state={shown.state} total={total} shown={shown.companies.length} />
        {shown.facts?.widened ? (
          <div className="further-ways">
            <FurtherWays state={shown.state} facts={shown.facts} />
          </div>
        ) : null}
      </>
    )}
  </>
)

function Cards({ state, companies, facts, today }: Shown) {
  const { dialog, book, isOpening } = useBookingDialog()
  const words = facts?.words ?? splitWords(state.q)
  const hasMap = state.view === 'karte' && facts !== undefined
  return (
    <>
      {hasMap ? (
        <Suspense fallback={<div className="map skeleton" />}>
          <ResultMap companies={companies} place={facts.place} state={state} />
        </Suspense>
      ) : null}
      <ul className="results">
        {companies.map((company, at) => (
          <li key={company.id}>
            <ResultCard
              company={company}
              query={state}
              words={words}
              place={facts?.place?.label}
              number={hasMap && company.point ? at + 1 : undefined}
              today={today}
              isIntentKnown={(facts?.need ?? null) !== null}
              onBook={(serviceId, start) => void book(company, serviceId, start)}
              isOpening={isOpening}
              isEager={at === 0}
            />
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}

/** Below few results: further companies. */
const Further = ({ state, facts, total }: Shown & { total: number }) => (
  <>
    {facts?.offers.wider.map((offer) => (
      <p key={offer.word} className="further">
        <Link className="button secondary" to={changedAddress(offer.query, state)} rel="nofollow">
          {furtherWord(offer, total)}
        </Link>
      </p>
    ))}
  </>
)

type PagerProps = { state: SearchState; total: number; shown: number }

function Pager({ state, total, shown }: PagerProps) {
  const { page } = state
  const last = Math.ceil(Math.min(total, countedUpTo) / searchLimits.pageSize)
  if (last <= 1) return null
  const first = (page - 1) * searchLimits.pageSize + 1
  return (
    <nav className="pager" aria-label="Seiten">
      <p className="small dim number">
        {first}–{first + shown - 1} von {countOf(total)} Anbietern
      </p>
      <ul>
        {page > 1 ? (
          <li>
            <Link className="button neutral" rel="prev" to={searchAddress({ ...state, page: page - 1 })}>
              <ChevronLeft />
              Vorherige Seite
            </Link>
          </li>
        ) : null}
        {page < last ? (
          <li>
            <Link className="button neutral" rel="next" to={searchAddress({ ...state, page: page + 1 })}>
              Weitere Anbieter anzeigen
              <ChevronRight />
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

export function SearchError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <>
      <h1 className="unseen" tabIndex={-1}>
        {searchTexts.errorDefault}
      </h1>
      <RegionFailure
        title={searchTexts.errorPrefix + message}
        text="Die Anbieter konnten nicht geladen werden."
        Icon={RefreshCw}
        onRetry={onRetry}
      />
    </>
  )
}

/** Shown before there is any result. Without scripts nothing loads, so the error is shown here. */
export const SearchSkeleton = () => (
  <>
    <div className="without-script">
      <Note kind="bad" role="alert" title={searchTexts.errorPrefix + searchTexts.errorDefault}>
        Laden Sie die Seite in einem Augenblick neu.
      </Note>
    </div>
    <div className="needs-script">
      <WaitingHead />
      <WaitingCards />
    </div>
  </>
)

/** Cards in their final geometry while a search is on its way. */
const WaitingCards = () => (
  <ul className="results late" aria-hidden="true">
    {[1, 2, 3].map((place) => (
      <li key={place}>
        <div className="card result loading">
          <div className="picture skeleton" />
          <div className="body">
            <span className="skeleton line-high short" />
            <span className="skeleton line-high middle" />
            <span className="skeleton text-high short" />
            <span className="skeleton text-high" />
            <span className="skeleton text-high long" />
          </div>
          <div className="pricing">
            <div className="price-line">
              <span className="skeleton line-high long" />
            </div>
            <div className="actions">
              <span className="skeleton button-high" />
              <span className="skeleton button-high" />
            </div>
          </div>
        </div>
      </li>
    ))}
  </ul>
)
