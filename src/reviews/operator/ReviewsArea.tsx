import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { emptyListOf, filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { type AdminReview, objectionFilterWords, type ReviewList, reviewList, reviewSortWords, starWords } from '#src/reviews/listRules.ts'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { ReadAt } from '#src/web/reading/ReadAt.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { reviewColumns } from './ReviewColumns.tsx'
import { ReviewCounters } from './ReviewCounters.tsx'
import { ReviewDeletion } from './ReviewDeletion.tsx'
import { ReviewKeeping } from './ReviewKeeping.tsx'
import { reviewAreaTexts, reviewReading } from './texts.ts'
import '#src/dashboard/ui/dashboard.css'
import '#src/reviews/company/reviews.css'
import '#src/admin/bookings/bookings.css'
import './reviews.css'

const emptyList = emptyListOf(reviewList)

/** All reviews, page by page, with what they come to; what is shown stands in the address. */
export function ReviewsArea() {
  const [list, show] = useListAddress(reviewList)
  const [chosen, setChosen] = useState<{ review: AdminReview; act: 'delete' | 'keep' }>()
  const body = { page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, reload, refresh } = useReading('admin-list-reviews', body, reviewReading)

  const Decision = chosen?.act === 'keep' ? ReviewKeeping : ReviewDeletion
  return (
    <>
      <ReviewCounters counts={reading.shown?.counts} onStars={(stars) => show({ ...list, stars, page: 1 })} />
      <section className="card bk-area" aria-labelledby="reviews-title" aria-busy={reading.isBusy}>
        <div className="ch">
          <h2 id="reviews-title">Alle Bewertungen</h2>
          <div className="row wrapf">
            <ReadAt shown={reading.shown} />
            <button type="button" className="btn btn-g btn-sm" onClick={() => void refresh()}>
              <RotateCw />
              Aktualisieren
            </button>
            <DownloadButton path={`/functions/v1/admin-reviews.csv?${new URLSearchParams(filterOf(list))}`} name="bewertungen.csv">
              Als CSV herunterladen
            </DownloadButton>
          </div>
        </div>
        <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={reviewSortWords} />
        <ListRows
          texts={texts}
          reading={reading}
          columns={reviewColumns((act, review) => setChosen({ act, review }))}
          keyOf={({ id }) => id}
          sort={list.sort}
          onSort={(sort) => show({ ...list, sort, page: 1 })}
          isFiltered={hasFilter(list)}
          onReset={() => show(emptyList)}
          onRetry={() => void reload()}
          onPage={(page) => show({ ...list, page })}
        />
      </section>
      {chosen ? <Decision review={chosen.review} onClose={() => setChosen(undefined)} onDone={() => void reload()} /> : null}
    </>
  )
}

const search = { label: 'Kunde, Anbieter oder Kommentar', longest: reviewList.searchLength }

const filters: ListFilter<ReviewList>[] = [
  { name: 'stars', label: 'Sterne', words: starWords },
  { name: 'objection', label: 'Einspruch', words: objectionFilterWords },
]

const texts: ListTexts = {
  label: 'Tabelle der Bewertungen',
  loading: 'Bewertungen werden geladen…',
  notLoaded: reviewAreaTexts.notLoaded,
  none: { title: 'Noch keine Bewertungen', text: 'Sobald jemand eine Bewertung schreibt, steht sie hier.' },
  noneFound: { title: 'Keine Bewertung gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Bewertung.' },
}
