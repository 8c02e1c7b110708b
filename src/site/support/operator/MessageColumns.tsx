import { formatMoment } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { contactTopicWords, type MessageSort, messageStateWords, type ShownMessage } from '#src/site/support/contactRules.ts'
import '#src/platform/web/lists/table.css'

export const messageColumns = (onOpen: (message: ShownMessage) => void): Column<ShownMessage, MessageSort>[] => [
  {
    label: 'Von',
    format: 'title',
    cell: (message) => (
      <>
        <button type="button" className="row-link" onClick={() => onOpen(message)}>
          {message.name}
        </button>
        <span className="second">{message.email}</span>
      </>
    ),
  },
  { label: 'Thema', cell: ({ topic }) => contactTopicWords[topic] },
  {
    label: 'Nachricht',
    cell: ({ message }) => (
      <span className="letter-text" data-cut="">
        {message}
      </span>
    ),
  },
  {
    label: 'Eingegangen',
    format: 'date',
    cell: ({ created_at }) => formatMoment(new Date(created_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  },
  { label: 'Stand', cell: (message) => <MessageChip message={message} /> },
]

export function MessageChip({ message: { done_at, is_suspect } }: { message: ShownMessage }) {
  if (done_at) return <StatusChip tone="done">{messageStateWords.done}</StatusChip>
  return is_suspect ? (
    <StatusChip tone="bad">{messageStateWords.suspect}</StatusChip>
  ) : (
    <StatusChip tone="waiting">{messageStateWords.open}</StatusChip>
  )
}
