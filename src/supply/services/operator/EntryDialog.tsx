import { type FormEvent, useState } from 'react'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { catalogueTexts, entryChange, entryKindLabels, entryLimits, type ListedEntry } from './rules.ts'
import '#src/platform/web/styles/facts.css'

type EntryDialogProps = { entry: ListedEntry; onClose: () => void; onChanged: () => void }

/** Dialog of one entry: change its name, hide or show it. */
export function EntryDialog({ entry, onClose, onChanged }: EntryDialogProps) {
  const [name, setName] = useState(entry.own_name ?? entry.name)
  const [isHidden, setIsHidden] = useState(entry.is_hidden)
  const [problem, setProblem] = useState<string>()
  const { isBusy, failure, action } = useAction({ onFields: (texts) => setProblem(texts.ownName ?? catalogueTexts.name) })
  function submit(event: FormEvent) {
    event.preventDefault()
    const change = entryChange.safeParse({ what: entry.what, id: entry.id, ownName: name, isHidden })
    if (!change.success) return setProblem(catalogueTexts.name)
    void action(async () => {
      await call('admin-change-catalogue-entry', change.data)
      showToast({ kind: 'success', title: 'Eintrag gespeichert', text: name.trim() })
      onClose()
      onChanged()
    })
  }
  return (
    <SmallDialog title={`${entryKindLabels[entry.what]} ändern`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <EntryFacts entry={entry} />
        <Field
          id="entry-name"
          label="Name"
          error={problem}
          length={{ typed: name, longest: entryLimits.name.max }}
          hint={entry.is_own ? undefined : `Im Paket: ${entry.name}. Auch so findet ihn die Suche weiterhin.`}
        >
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        <label className="check">
          <input type="checkbox" checked={isHidden} onChange={(event) => setIsHidden(event.target.checked)} />
          Verbergen: wird weder vorgeschlagen noch in der Suche verstanden.
        </label>
        <Failure title="Der Eintrag wurde nicht gespeichert" text={failure} />
        <BusyButton isBusy={isBusy}>{isBusy ? 'Wird gespeichert…' : 'Speichern'}</BusyButton>
      </form>
    </SmallDialog>
  )
}

const EntryFacts = ({ entry }: { entry: ListedEntry }) => (
  <dl className="facts">
    <Fact label="Kennung">{entry.id}</Fact>
    <Fact label={entry.trade === null ? 'Kategorie' : 'Gewerk'}>
      {entry.trade === null ? entry.category : `${entry.trade} (${entry.category})`}
    </Fact>
    <Fact label="Ausdrücke">{entry.said.slice(0, shownPhrases).join(', ') || '–'}</Fact>
  </dl>
)
const shownPhrases = 12
