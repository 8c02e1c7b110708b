import { ChevronLeft, ChevronRight, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { MarkApart } from '#src/web/Mark.tsx'
import { Note } from '#src/web/Note.tsx'
import { searchAddress } from '../addressRules.ts'
import { type CompanyCard, type SearchQuery, searchLimits, searchTexts } from '../rules.ts'
import { useBookingDialog } from './BookingOpener.tsx'
import { ResultCard } from './ResultCard.tsx'

type ResultListProps = { query: SearchQuery; page: number; total: number; companies: readonly CompanyCard[] }

export function ResultList({ query, page, total, companies }: ResultListProps) {
  const { dialog, book, isOpening } = useBookingDialog()
  return (
    <>
      <div className="shead" aria-live="polite">
        <h1>{searchTexts.found(total)}</h1>
      </div>
      <ul className="rlist">
        {companies.map((company, place) => (
          <li key={company.id}>
            <ResultCard company={company} onBook={() => void book(company)} isOpening={isOpening} isEager={place === 0} />
          </li>
        ))}
      </ul>
      <Pager query={query} page={page} total={total} shown={companies.length} />
      {dialog}
    </>
  )
}

type PagerProps = { query: SearchQuery; page: number; total: number; shown: number }

function Pager({ query, page, total, shown }: PagerProps) {
  const last = Math.ceil(total / searchLimits.pageSize)
  if (last <= 1) return null
  const first = (page - 1) * searchLimits.pageSize + 1
  return (
    <nav className="pager" aria-label="Seiten">
      <p className="sm dim num">
        {first}–{first + shown - 1} von {total.toLocaleString('de-DE')} Anbietern
      </p>
      <ul>
        {page > 1 ? (
          <li>
            <Link className="btn btn-g" rel="prev" to={searchAddress({ ...query, page: page - 1 })}>
              <ChevronLeft />
              Vorherige Seite
            </Link>
          </li>
        ) : null}
        {page < last ? (
          <li>
            <Link className="btn btn-g" rel="next" to={searchAddress({ ...query, page: page + 1 })}>
              Weitere Anbieter anzeigen
              <ChevronRight />
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

export function NothingFound() {
  return (
    <div className="empty" aria-live="polite">
      <MarkApart />
      <h1>{searchTexts.nothingFound}</h1>
      <p className="mut">Suchen Sie mit einem anderen Wort, an einem anderen Ort oder in allen Bereichen.</p>
      <Link className="btn btn-s" to="/search">
        Alle Anbieter anzeigen
      </Link>
    </div>
  )
}

export function SearchError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <>
      <h1 className="sr">{searchTexts.errorDefault}</h1>
      <Note
        kind="bad"
        role="alert"
        title={searchTexts.errorPrefix + message}
        actions={
          <button type="button" className="btn btn-s btn-sm" onClick={onRetry}>
            <RefreshCw />
            Erneut versuchen
          </button>
        }
      >
        Die Anbieter konnten nicht geladen werden.
      </Note>
    </>
  )
}

/** Cards in their final geometry while a search is on its way. Without scripts nothing is on its way: then the error stands here. */
export function SearchSkeleton() {
  return (
    <>
      <div className="without-js">
        <Note kind="bad" role="alert" title={searchTexts.errorPrefix + searchTexts.errorDefault}>
          Laden Sie die Seite in einem Augenblick neu.
        </Note>
      </div>
      <div className="needs-js waiting">
        <div className="shead">
          <h1 className="sr">Anbieter werden gesucht</h1>
          <span className="sk" />
        </div>
        <ul className="rlist" aria-hidden="true">
          {[1, 2, 3].map((place) => (
            <li key={place}>
              <div className="card res loading">
                <div className="pic sk" />
                <div className="bd">
                  <span className="sk h-lg w-40" />
                  <span className="sk h-lg w-60" />
                  <span className="sk h-md w-40" />
                  <span className="sk h-md" />
                  <span className="sk h-md w-90" />
                </div>
                <div className="pr">
                  <div className="pl">
                    <span className="sk h-lg w-90" />
                  </div>
                  <div className="acts">
                    <span className="sk h-btn" />
                    <span className="sk h-btn" />
                  </div>
                </div>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
