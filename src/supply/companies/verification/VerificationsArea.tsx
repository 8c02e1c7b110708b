import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type VerificationList, verificationList, verificationSortLabels, verificationStateLabels } from './rules.ts'
import { verificationColumns } from './VerificationColumns.tsx'
import { VerificationDialog } from './VerificationDialog.tsx'

/** Companies that apply for the badge 'Verifiziert'. */
export const VerificationsArea = () => (
  <ListArea
    title="Verifizierungen"
    className="list-area"
    spec={verificationList}
    sorts={verificationSortLabels}
    search={{ label: 'Anbieter', longest: verificationList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-verifications', asked)}
    texts={texts}
    columns={verificationColumns}
    dialog={(request, parts) => <VerificationDialog request={request} {...parts} />}
  />
)

const filters: ListFilter<VerificationList>[] = [{ name: 'state', label: 'Stand', words: verificationStateLabels }]

const texts: ListTexts = {
  label: 'Tabelle der Verifizierungen',
  loading: 'Verifizierungen werden geladen…',
  notLoaded: 'Die Verifizierungen konnten nicht geladen werden',
  none: { title: 'Noch keine Anträge', text: 'Sobald ein Anbieter Nachweise einreicht, steht sein Antrag hier.' },
  noneFound: { title: 'Kein Antrag gefunden', text: 'Zu dieser Suche und diesem Filter gibt es keinen Antrag.' },
}
