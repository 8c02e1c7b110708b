import { useState } from 'react'
import { emptyListOf, filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { type NoticeList, noticeList, noticeSortWords, noticeStateWords, noticeTargetWords } from '#src/support/noticeListRules.ts'
import { noticeReasonWords } from '#src/support/noticeRules.ts'
import { type ListFilter, ListFilters } from '#src/web/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/ListRows.tsx'
import { useListAddress } from '#src/web/useListAddress.ts'
import { useAdminList } from './AdminReading.tsx'
import { noticeColumns } from './NoticeColumns.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import { RefreshButton } from './RefreshButton.tsx'
import '#src/dashboard/ui/dashboard.css'
import './bookings.css'
import './letters.css'

const emptyList = emptyListOf(noticeList)

/** Contents that somebody reported, page by page; what is shown stands in the address. One opens with what is needed to decide it. */
export function NoticesArea({ onLost }: { onLost: () => Promise<void> }) {
  const [list, show] = useListAddress(noticeList)
  const [openId, setOpenId] = useState<string>()
  const body = { page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, reload, refresh } = useAdminList({ name: 'admin-list-notices', body, onLost })
  return (
    <section className="card bk-area" aria-labelledby="notices-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="notices-title">Gemeldete Inhalte</h2>
        <RefreshButton isBusy={reading.isBusy} onRefresh={refresh} />
      </div>
      <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={noticeSortWords} />
      <ListRows
        texts={texts}
        reading={reading}
        columns={noticeColumns(setOpenId)}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyList)}
        onRetry={() => void reload()}
        onPage={(page) => show({ ...list, page })}
      />
      {openId ? (
        <NoticeDialog noticeId={openId} onClose={() => setOpenId(undefined)} onChanged={() => void reload()} onLost={onLost} />
      ) : null}
    </section>
  )
}

const search = { label: 'Anbieter, Name, E-Mail oder Nummer', longest: noticeList.searchLength }

const filters: ListFilter<NoticeList>[] = [
  { name: 'state', label: 'Stand', words: noticeStateWords },
  { name: 'target', label: 'Was', words: noticeTargetWords },
  { name: 'reason', label: 'Grund', words: noticeReasonWords },
]

const texts: ListTexts = {
  label: 'Tabelle der Meldungen',
  loading: 'Meldungen werden geladen…',
  notLoaded: 'Die Meldungen konnten nicht geladen werden',
  none: { title: 'Noch keine Meldungen', text: 'Sobald jemand einen Inhalt meldet, steht die Meldung hier.' },
  noneFound: { title: 'Keine Meldung gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Meldung.' },
}
