import { useState } from 'react'
import { Plus } from '#src/platform/web/icons/Icons.tsx'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { NewServiceDialog } from './NewServiceDialog.tsx'
import { NewTradeDialog } from './NewTradeDialog.tsx'
import {
  type CatalogueList,
  type CatalogueSort,
  catalogueList,
  type EntryKind,
  entryKindLabels,
  entrySortLabels,
  entryStateLabels,
  type ListedEntry,
} from './rules.ts'

/** List of the catalogue's trades and services. An entry opens to be renamed or hidden. */
export function CatalogueArea() {
  const [added, setAdded] = useState(0)
  const [adding, setAdding] = useState<EntryKind>()
  const Adding = adding === 'trade' ? NewTradeDialog : NewServiceDialog
  return (
    <>
      <div className="row between wrapping">
        <p className="muted">
          Das Verzeichnis bestimmt, was die Suche versteht und welche Leistungen Anbieter anlegen. Was schon angeboten wird, bleibt, auch
          wenn Sie einen Eintrag verbergen.
        </p>
        <div className="row wrapping">
          <button type="button" className="button neutral small" onClick={() => setAdding('trade')}>
            <Plus />
            Gewerk hinzufügen
          </button>
          <button type="button" className="button primary small" onClick={() => setAdding('service')}>
            <Plus />
            Leistung hinzufügen
          </button>
        </div>
      </div>
      <ListArea
        key={added}
        title="Gewerke und Leistungen"
        className="list-area"
        spec={catalogueList}
        sorts={entrySortLabels}
        search={{ label: 'Name oder Ausdruck', longest: catalogueList.searchLength }}
        filters={filters}
        read={(asked) => call('admin-list-catalogue', asked)}
        texts={texts}
        columns={columns}
        dialog={(entry: ListedEntry, parts) => <EntryDialog entry={entry} {...parts} />}
      />
      {adding === undefined ? null : <Adding onClose={() => setAdding(undefined)} onAdded={() => setAdded((last) => last + 1)} />}
    </>
  )
}

const filters: ListFilter<CatalogueList>[] = [
  { name: 'what', label: 'Was', words: entryKindLabels },
  { name: 'category', label: 'Kategorie', words: Object.fromEntries(categories.map((one) => [one, one])) },
  { name: 'state', label: 'Stand', words: entryStateLabels },
]

const texts: ListTexts = {
  label: 'Tabelle des Leistungsverzeichnisses',
  loading: 'Verzeichnis wird geladen…',
  notLoaded: 'Das Verzeichnis konnte nicht geladen werden',
  none: { title: 'Das Verzeichnis ist leer', text: 'Es wird beim Start des Servers geladen.' },
  noneFound: { title: 'Kein Eintrag gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keinen Eintrag.' },
}

const columns = (onOpen: (entry: ListedEntry) => void): Column<ListedEntry, CatalogueSort>[] => [
  {
    label: 'Name',
    format: 'title',
    cell: (entry) => (
      <>
        <button type="button" className="row-link" onClick={() => onOpen(entry)}>
          {entry.own_name ?? entry.name}
        </button>
        {entry.own_name === null ? null : <span className="second">im Paket: {entry.name}</span>}
      </>
    ),
  },
  { label: 'Was', cell: ({ what }) => entryKindLabels[what] },
  { label: 'Kategorie', cell: ({ category }) => category },
  { label: 'Gewerk', cell: ({ trade }) => trade ?? '–' },
  { label: 'Ausdrücke', format: 'number', cell: ({ said }) => said.length.toLocaleString('de-DE') },
  { label: 'Stand', cell: (entry) => <EntryChip entry={entry} /> },
]

const EntryChip = ({ entry: { is_hidden, is_own } }: { entry: ListedEntry }) => (
  <StatusChip tone={is_hidden ? 'off' : is_own ? 'done' : 'good'}>
    {entryStateLabels[is_hidden ? 'hidden' : is_own ? 'own' : 'shown']}
  </StatusChip>
)
