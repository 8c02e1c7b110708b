import { type WithdrawalList, withdrawalList, withdrawalSortLabels, withdrawalStatusLabels } from '#src/orders/withdrawals/listRules.ts'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { withdrawalAreaTexts, withdrawalPolling } from './texts.ts'
import { withdrawalColumns } from './WithdrawalColumns.tsx'
import { WithdrawalDialog } from './WithdrawalDialog.tsx'

/** List of all declarations of withdrawal with their state or outcome. */
export const WithdrawalsArea = () => (
  <ListArea
    title="Erklärte Widerrufe"
    className="list-area"
    spec={withdrawalList}
    sorts={withdrawalSortLabels}
    search={{ label: 'Name, E-Mail, Vertrag oder Buchungsnummer', longest: withdrawalList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-withdrawals', asked)}
    rules={withdrawalPolling}
    isDated
    texts={texts}
    columns={withdrawalColumns}
    dialog={(withdrawalId, parts) => <WithdrawalDialog withdrawalId={withdrawalId} {...parts} />}
  />
)

const filters: ListFilter<WithdrawalList>[] = [{ name: 'status', label: 'Stand', words: withdrawalStatusLabels }]

const texts: ListTexts = {
  label: 'Tabelle der Widerrufe',
  loading: 'Widerrufe werden geladen…',
  notLoaded: withdrawalAreaTexts.notLoaded,
  none: { title: 'Noch keine Widerrufe', text: 'Sobald jemand einen Vertrag widerruft, steht die Erklärung hier.' },
  noneFound: { title: 'Kein Widerruf gefunden', text: 'Zu dieser Suche und diesem Stand gibt es keinen Widerruf.' },
}
