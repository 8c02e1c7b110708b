import { type Column, createdColumn, RowTitle } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { contactTopicLabels, type MessageSort, type MessageView, messageStateLabels } from '#src/site/support/contactRules.ts'
import '#src/platform/web/lists/table.css'

export const messageColumns = (onOpen: (message: MessageView) => void): Column<MessageView, MessageSort>[] => [
  {
    label: 'Von',
    format: 'title',
    cell: (message) => <RowTitle title={message.name} second={message.email} onOpen={() => onOpen(message)} />,
  },
  { label: 'Thema', cell: ({ topic }) => contactTopicLabels[topic] },
  {
    label: 'Nachricht',
    cell: ({ message }) => (
      <span className="letter-text" data-cut="">
        {message}
      </span>
    ),
  },
  createdColumn('Eingegangen'),
  { label: 'Stand', cell: (message) => <MessageChip message={message} /> },
]

export function MessageChip({ message: { done_at, is_suspect } }: { message: MessageView }) {
  if (done_at) return <StatusChip tone="done">{messageStateLabels.done}</StatusChip>
  return is_suspect ? (
    <StatusChip tone="bad">{messageStateLabels.suspect}</StatusChip>
  ) : (
    <StatusChip tone="waiting">{messageStateLabels.open}</StatusChip>
  )
}
