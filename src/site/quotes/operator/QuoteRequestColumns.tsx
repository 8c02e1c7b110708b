import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { type Column, createdColumn } from '#src/platform/web/lists/DataTable.tsx'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import { type QuoteRequestRowView, type QuoteRequestSort, quoteRequestLabels } from './rules.ts'
import '#src/platform/web/lists/table.css'

export const quoteRequestColumns = (onOpen: (bookingId: string) => void): Column<QuoteRequestRowView, QuoteRequestSort>[] => [
  {
    label: 'Leistung',
    format: 'title',
    cell: ({ id, title, booking_id }) => (
      <>
        {booking_id === null ? (
          <span className="strong">{title}</span>
        ) : (
          <button type="button" className="row-link" onClick={() => onOpen(booking_id)}>
            {title}
          </button>
        )}
        <span className="second">Anfrage {shortId(id)}</span>
      </>
    ),
  },
  { label: 'Kundin oder Kunde', cell: ({ customer_name }) => customer_name },
  {
    label: 'Kategorie',
    cell: ({ category, postcode }) => (
      <>
        {category} <span className="second">{postcode}</span>
      </>
    ),
  },
  createdColumn('Gestellt'),
  { label: 'Angebote', cell: ({ asked, offered }) => `${offered} von ${asked}` },
  { label: 'Stand', cell: ({ status }) => <StatusChip tone={tones[status]}>{quoteRequestLabels[status]}</StatusChip> },
  { label: 'Betrag', format: 'amount', cell: ({ total }) => (total === null ? '–' : euros(total)) },
]

const tones: Record<QuoteRequestRowView['status'], StatusTone> = {
  unconfirmed: 'off',
  open: 'waiting',
  accepted: 'good',
  withdrawn: 'off',
  lapsed: 'off',
}
