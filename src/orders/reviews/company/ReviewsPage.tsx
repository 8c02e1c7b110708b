import { type CompanyReviewList, companyReviewList, replyLabels } from '#src/orders/reviews/companyRules.ts'
import { reviewSortLabels, starLabels } from '#src/orders/reviews/listRules.ts'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { ReviewAction } from './ReviewAction.tsx'
import { reviewColumns } from './ReviewColumns.tsx'
import './reviews.css'

/** Published reviews of the company; each allows one reply and one objection. */
export default function ReviewsPage() {
  const { company, live } = useCompanyArea()
  const companyId = company.id
  return (
    <ListArea
      title="Alle Bewertungen"
      spec={companyReviewList}
      sorts={reviewSortLabels}
      filters={filters}
      read={(asked) => call('list-company-reviews', { companyId, ...asked })}
      rules={{ live }}
      texts={texts}
      columns={reviewColumns}
      dialog={(action, { onClose, onChanged }) => <ReviewAction companyId={companyId} {...action} onClose={onClose} onDone={onChanged} />}
    />
  )
}

const filters: ListFilter<CompanyReviewList>[] = [
  { name: 'stars', label: 'Sterne', words: starLabels },
  { name: 'reply', label: 'Antwort', words: replyLabels },
]

const texts: ListTexts = {
  label: 'Tabelle der Bewertungen',
  loading: 'Bewertungen werden geladen…',
  notLoaded: 'Die Bewertungen konnten nicht geladen werden',
  none: { title: 'Noch keine Bewertungen', text: 'Nach einem Termin bitten wir Ihre Kundinnen und Kunden einmal um eine Bewertung.' },
  noneFound: { title: 'Keine Bewertung gefunden', text: 'Zu diesen Filtern gibt es keine Bewertung.' },
}
