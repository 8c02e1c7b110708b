import { useState } from 'react'
import { useCompanyList } from '#src/dashboard/company/CompanyList.tsx'
import { useDashboard } from '#src/dashboard/ui/LoadedDashboard.tsx'
import { filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { type CompanyReviewList, companyReviewList, emptyCompanyReviewList, replyWords } from '#src/reviews/companyRules.ts'
import { reviewSortWords, starWords } from '#src/reviews/listRules.ts'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { type ChosenAct, ReviewAct } from './ReviewAct.tsx'
import { reviewColumns } from './ReviewColumns.tsx'
import './reviews.css'

/** What visitors read about the company, page by page, with the company's one reply and one objection to each. */
export default function ReviewsPage() {
  const { company, live } = useDashboard()
  const [list, show] = useListAddress(companyReviewList)
  const [act, setAct] = useState<ChosenAct>()
  const body = { companyId: company.id, page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, readAgain } = useCompanyList({ name: 'list-company-reviews', body, live })

  return (
    <section className="card" aria-labelledby="reviews-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="reviews-title">Alle Bewertungen</h2>
      </div>
      <ListFilters list={list} empty={emptyCompanyReviewList} onShow={show} filters={filters} sorts={reviewSortWords} />
      <ListRows
        texts={texts}
        reading={reading}
        columns={reviewColumns(setAct)}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyCompanyReviewList)}
        onRetry={readAgain}
        onPage={(page) => show({ ...list, page })}
      />
      {act ? <ReviewAct companyId={company.id} {...act} onClose={() => setAct(undefined)} onDone={readAgain} /> : null}
    </section>
  )
}

const filters: ListFilter<CompanyReviewList>[] = [
  { name: 'stars', label: 'Sterne', words: starWords },
  { name: 'reply', label: 'Antwort', words: replyWords },
]

const texts: ListTexts = {
  label: 'Tabelle der Bewertungen',
  loading: 'Bewertungen werden geladen…',
  notLoaded: 'Die Bewertungen konnten nicht geladen werden',
  none: { title: 'Noch keine Bewertungen', text: 'Nach einem Termin bitten wir Ihre Kundinnen und Kunden einmal um eine Bewertung.' },
  noneFound: { title: 'Keine Bewertung gefunden', text: 'Zu diesen Filtern gibt es keine Bewertung.' },
}
