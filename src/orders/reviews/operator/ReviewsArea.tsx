import { objectionFilterLabels, type ReviewList, reviewList, reviewSortLabels, starLabels } from '#src/orders/reviews/listRules.ts'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type ChosenAction, reviewColumns } from './ReviewColumns.tsx'
import { ReviewCounters } from './ReviewCounters.tsx'
import { ReviewDecision } from './ReviewDecision.tsx'
import { reviewAreaTexts, reviewPolling } from './texts.ts'
import './reviews.css'

/** List of all reviews, with their counts. */
export const ReviewsArea = () => (
  <ListArea
    title="Alle Bewertungen"
    className="list-area"
    spec={reviewList}
    sorts={reviewSortLabels}
    search={{ label: 'Kunde, Anbieter oder Kommentar', longest: reviewList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-reviews', asked)}
    rules={reviewPolling}
    isDated
    csv={{ call: 'admin-reviews.csv', name: 'bewertungen.csv' }}
    texts={texts}
    columns={reviewColumns}
    above={(page, choose) => <ReviewCounters counts={page?.counts} onStars={(stars) => choose({ stars })} />}
    dialog={(chosen: ChosenAction, { onClose, onChanged }) => <ReviewDecision {...chosen} onClose={onClose} onDone={onChanged} />}
  />
)

const filters: ListFilter<ReviewList>[] = [
  { name: 'stars', label: 'Sterne', words: starLabels },
  { name: 'objection', label: 'Einspruch', words: objectionFilterLabels },
]

const texts: ListTexts = {
  label: 'Tabelle der Bewertungen',
  loading: 'Bewertungen werden geladen…',
  notLoaded: reviewAreaTexts.notLoaded,
  none: { title: 'Noch keine Bewertungen', text: 'Sobald jemand eine Bewertung schreibt, steht sie hier.' },
  noneFound: { title: 'Keine Bewertung gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Bewertung.' },
}
