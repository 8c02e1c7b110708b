import { useState } from 'react'
import { emptyListOf, filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { type ReportList, reportList, reportSortWords, reportStateWords, reportTargetWords } from '#src/support/reportListRules.ts'
import { reportReasonWords } from '#src/support/reportRules.ts'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { RefreshButton } from '#src/web/reading/RefreshButton.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { reportColumns } from './ReportColumns.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import '#src/dashboard/ui/dashboard.css'
import '#src/admin/bookings/bookings.css'
import './letters.css'

const emptyList = emptyListOf(reportList)

/** Contents that somebody reported, page by page; what is shown stands in the address. One opens with what is needed to decide it. */
export function ReportsArea() {
  const [list, show] = useListAddress(reportList)
  const [openId, setOpenId] = useState<string>()
  const body = { page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, reload, refresh } = useReading('admin-list-notices', body)
  return (
    <section className="card bk-area" aria-labelledby="reports-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="reports-title">Gemeldete Inhalte</h2>
        <RefreshButton isBusy={reading.isBusy} onRefresh={refresh} />
      </div>
      <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={reportSortWords} />
      <ListRows
        texts={texts}
        reading={reading}
        columns={reportColumns(setOpenId)}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyList)}
        onRetry={() => void reload()}
        onPage={(page) => show({ ...list, page })}
      />
      {openId ? <ReportDialog reportId={openId} onClose={() => setOpenId(undefined)} onChanged={() => void reload()} /> : null}
    </section>
  )
}

const search = { label: 'Anbieter, Name, E-Mail oder Nummer', longest: reportList.searchLength }

const filters: ListFilter<ReportList>[] = [
  { name: 'state', label: 'Stand', words: reportStateWords },
  { name: 'target', label: 'Was', words: reportTargetWords },
  { name: 'reason', label: 'Grund', words: reportReasonWords },
]

const texts: ListTexts = {
  label: 'Tabelle der Meldungen',
  loading: 'Meldungen werden geladen…',
  notLoaded: 'Die Meldungen konnten nicht geladen werden',
  none: { title: 'Noch keine Meldungen', text: 'Sobald jemand einen Inhalt meldet, steht die Meldung hier.' },
  noneFound: { title: 'Keine Meldung gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Meldung.' },
}
