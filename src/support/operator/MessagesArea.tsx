import { useState } from 'react'
import { emptyListOf, filterOf, hasFilter } from '#src/kit/listAddress.ts'
import {
  contactTopicWords,
  type MessageList,
  messageList,
  messageSortWords,
  messageStateWords,
  type ShownMessage,
} from '#src/support/contactRules.ts'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { RefreshButton } from '#src/web/reading/RefreshButton.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { messageColumns } from './MessageColumns.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import '#src/dashboard/ui/dashboard.css'
import '#src/admin/bookings/bookings.css'
import './letters.css'

const emptyList = emptyListOf(messageList)

/** What people wrote in the contact form, page by page; what is shown stands in the address. */
export function MessagesArea() {
  const [list, show] = useListAddress(messageList)
  const [opened, setOpened] = useState<ShownMessage>()
  const body = { page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, reload, refresh } = useReading('admin-list-contact-messages', body)
  function close() {
    setOpened(undefined)
    void reload()
  }
  return (
    <section className="card bk-area" aria-labelledby="messages-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="messages-title">Nachrichten aus dem Kontaktformular</h2>
        <RefreshButton isBusy={reading.isBusy} onRefresh={refresh} />
      </div>
      <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={messageSortWords} />
      <ListRows
        texts={texts}
        reading={reading}
        columns={messageColumns(setOpened)}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyList)}
        onRetry={() => void reload()}
        onPage={(page) => show({ ...list, page })}
      />
      {opened ? <MessageDialog message={opened} onClose={() => setOpened(undefined)} onDone={close} /> : null}
    </section>
  )
}

const search = { label: 'Name, E-Mail oder Nachricht', longest: messageList.searchLength }

const filters: ListFilter<MessageList>[] = [
  { name: 'state', label: 'Stand', words: messageStateWords },
  { name: 'topic', label: 'Thema', words: contactTopicWords },
]

const texts: ListTexts = {
  label: 'Tabelle der Nachrichten',
  loading: 'Nachrichten werden geladen…',
  notLoaded: 'Die Nachrichten konnten nicht geladen werden',
  none: { title: 'Noch keine Nachrichten', text: 'Was jemand im Kontaktformular schreibt, steht hier und kommt per E-Mail.' },
  noneFound: { title: 'Keine Nachricht gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Nachricht.' },
}
