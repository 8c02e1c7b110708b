import { useState } from 'react'
import { formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { DocumentChip, DocumentFiles, Named } from '../company/Documents.tsx'
import { documentStateLabels } from '../company/rules.ts'
import { type AdminDocument, cancelReason, type DocumentList, type DocumentSort, documentList, documentSortLabels } from './rules.ts'

/** Operator's list of all documents, with those that could not be issued at the top. Documents can be cancelled with a reason. */
export const DocumentsArea = () => (
  <ListArea
    title="Belege"
    className="list-area"
    spec={documentList}
    sorts={documentSortLabels}
    search={{ label: 'Nummer oder Anbieter', longest: documentList.searchLength }}
    filters={filters}
    read={(asked) => call('admin-list-documents', asked)}
    texts={texts}
    columns={columns}
    above={() => <Missing />}
    dialog={(document, parts) => <CancelDialog document={document} {...parts} />}
  />
)

const filters: ListFilter<DocumentList>[] = [{ name: 'state', label: 'Stand', words: documentStateLabels }]

const texts: ListTexts = {
  label: 'Tabelle der Belege',
  loading: 'Belege werden geladen…',
  notLoaded: 'Die Belege konnten nicht geladen werden',
  none: { title: 'Noch keine Belege', text: 'Rechnungen entstehen ab dem Monat, der in den Einstellungen steht.' },
  noneFound: { title: 'Kein Beleg gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keinen Beleg.' },
}

const columns = (onOpen: (document: AdminDocument) => void): Column<AdminDocument, DocumentSort>[] => [
  { label: 'Beleg', format: 'title', cell: (one) => <Named document={one} /> },
  { label: 'Anbieter', cell: ({ company_name }) => company_name },
  { label: 'Datum', format: 'date', cell: ({ issued_on }) => formatDate(issued_on), sort: { asc: 'oldest', desc: 'newest' } },
  { label: 'Stand', cell: (one) => <DocumentChip document={one} /> },
  { label: 'Netto', format: 'number', cell: ({ net }) => euros(net) },
  { label: 'USt.', format: 'number', cell: ({ tax }) => euros(tax) },
  { label: 'Brutto', format: 'amount', cell: ({ gross }) => euros(gross) },
  { label: 'Datei', cell: (one) => <DocumentFiles document={one} call="admin-document" /> },
  {
    label: 'Storno',
    cell: (one) =>
      one.is_cancellable ? (
        <button type="button" className="button neutral small" onClick={() => onOpen(one)}>
          Stornieren<span className="unseen"> von {one.number}</span>
        </button>
      ) : null,
  },
]

/** Documents that could not be issued, with reasons: usually a missing address. */
function Missing() {
  const { queryResult } = useQuery('admin-missing-documents', {})
  const [isWhole, setIsWhole] = useState(false)
  const missing = queryResult.data?.missing ?? []
  if (missing.length === 0) return null
  return (
    <Note kind="warn" title={`Fehlende Belege: ${missing.length}`}>
      <ul>
        {missing.slice(0, isWhole ? missing.length : shownMissing).map((one) => (
          <li key={`${one.company_id} ${one.subject} ${one.found_at}`}>
            {one.company_name}, {one.subject}: {one.reasons.join(' ')}
          </li>
        ))}
      </ul>
      {missing.length > shownMissing && !isWhole ? (
        <button type="button" className="button neutral small" onClick={() => setIsWhole(true)}>
          Alle zeigen
        </button>
      ) : null}
    </Note>
  )
}
const shownMissing = 5

type CancelProps = { document: AdminDocument; onClose: () => void; onChanged: () => void }

function CancelDialog({ document: { id, number, gross, is_customers }, onClose, onChanged }: CancelProps) {
  const [isReissued, setIsReissued] = useState(false)
  return (
    <ReasonDialog
      title={`${number} stornieren`}
      field={{
        id: 'cancel-document-reason',
        hint: is_customers ? 'Steht im Protokoll und in der E-Mail an den Anbieter.' : 'Steht im Protokoll.',
        longest: cancelReason.max,
      }}
      button="Stornorechnung stellen"
      isDangerous
      question={{
        question: `${number} über ${euros(gross)} stornieren?`,
        consequence: is_customers
          ? `Kunde und Anbieter erhalten eine E-Mail. ${isReissued ? 'Eine neue Rechnung folgt sofort.' : 'Eine neue Rechnung stellt erst der Anbieter.'}`
          : 'Der Anbieter erhält eine Stornorechnung. Was noch abzurechnen ist, stellt der nächste Lauf neu.',
        confirmLabel: 'Ja, stornieren',
      }}
      missing={cancelReason.text}
      onClose={onClose}
      action={async (reason) => {
        await call('admin-cancel-document', { documentId: id, reason, isReissued: isReissued || !is_customers })
        onChanged()
        onClose()
      }}
    >
      {is_customers ? (
        <label className="check">
          <input type="checkbox" checked={isReissued} onChange={({ target }) => setIsReissued(target.checked)} />
          Gleich neu stellen, aus den heutigen Angaben
        </label>
      ) : null}
    </ReasonDialog>
  )
}
