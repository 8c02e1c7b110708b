import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { contactTopicLabels, type MessageList, messageList, messageSortLabels, messageStateLabels } from '#src/site/support/contactRules.ts'
import { messageColumns } from './MessageColumns.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import './letters.css'

/** List of messages from the contact form. */
export const MessagesArea = () => (
  <ListArea
    title="Nachrichten aus dem Kontaktformular"
    className="list-area"
    spec={messageList}
    sorts={messageSortLabels}
    search={{ label: 'Name, E-Mail oder Nachricht', longest: messageList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-contact-messages', asked)}
    texts={texts}
    columns={messageColumns}
    dialog={(message, parts) => <MessageDialog message={message} {...parts} />}
  />
)

const filters: ListFilter<MessageList>[] = [
  { name: 'state', label: 'Stand', words: messageStateLabels },
  { name: 'topic', label: 'Thema', words: contactTopicLabels },
]

const texts: ListTexts = {
  label: 'Tabelle der Nachrichten',
  loading: 'Nachrichten werden geladen…',
  notLoaded: 'Die Nachrichten konnten nicht geladen werden',
  none: { title: 'Noch keine Nachrichten', text: 'Was jemand im Kontaktformular schreibt, steht hier und kommt per E-Mail.' },
  noneFound: { title: 'Keine Nachricht gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Nachricht.' },
}
