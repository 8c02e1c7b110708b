import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Plus, Search } from '#src/platform/web/icons/Icons.tsx'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { priceKindLabels } from '../rules.ts'
import { serviceDurationText } from '../texts.ts'
import { type Draft, draftOfEntry, ownDraft } from './form.ts'
import { type CatalogueEntry, type OwnServices, suggestLimits, usualText } from './rules.ts'
import type { ServiceCalls } from './ServiceCalls.tsx'

type AddServiceProps = {
  calls: ServiceCalls
  data: OwnServices
  /** Editor of a new service, while one is open. */
  editor: ReactNode
  onOpen: (draft: Draft) => void
}

/** Adds a service: from catalogue entries for typed words, from usual entries, from words of the profile, or empty. */
export function AddService({ calls, data, editor, onOpen }: AddServiceProps) {
  const [typed, setTyped] = useState('')
  const { entries, failure, reload } = useSuggestions({ calls, typed, version: data.services.length })
  const open = (draft: Draft) => {
    setTyped('')
    onOpen(draft)
  }
  const take = (entry: CatalogueEntry) => open(draftOfEntry(entry, data.usual))
  function submit(event: FormEvent) {
    event.preventDefault()
    const [first] = entries
    if (typed.trim() !== '') open(first ? draftOfEntry(first, data.usual) : ownDraft(typed.trim(), data.usual))
  }
  return (
    <section className="card add-service" aria-labelledby="add-service-title">
      <div className="card-head">
        <h2 id="add-service-title">Leistung hinzufügen</h2>
      </div>
      {editor}
      <div className="card-body stack">
        <EntrySearch typed={typed} onType={setTyped} onSubmit={submit} />
        {failure === undefined ? null : (
          <RegionFailure title="Die Vorschläge konnten nicht geladen werden" text={failure} onRetry={() => void reload()} />
        )}
        {typed.trim() === '' ? (
          <>
            <Chips id="usual-title" title={calls.usualTitle} chips={entries.map((entry) => ({ ...entry, take: () => take(entry) }))} />
            <OwnWords data={data} calls={calls} onOpen={open} />
          </>
        ) : (
          <Found entries={entries} onTake={take} />
        )}
        <div className="row">
          <button type="button" className="button neutral small" onClick={() => open(ownDraft(typed.trim(), data.usual))}>
            <Plus />
            Eigene Leistung ohne Vorlage anlegen
          </button>
        </div>
      </div>
    </section>
  )
}

type EntrySearchProps = { typed: string; onType: (typed: string) => void; onSubmit: (event: FormEvent) => void }

const EntrySearch = ({ typed, onType, onSubmit }: EntrySearchProps) => (
  <search>
    <form onSubmit={onSubmit}>
      <Field
        id="service-search"
        label="Was bieten Sie an?"
        hint="Zum Beispiel: Fenster putzen, Wasserhahn, Umzug"
        length={{ typed, longest: suggestLimits.typed }}
      >
        {(control) => (
          <div className="control">
            <Search />
            <input {...control} type="search" autoComplete="off" value={typed} onChange={(event) => onType(event.target.value)} />
          </div>
        )}
      </Field>
    </form>
  </search>
)

/** Debounce of the search in the catalogue. */
const pauseMs = 150

type Suggesting = { calls: ServiceCalls; typed: string; version: number }

/** Entries for the typed words. A change of `version` reloads the usual ones. */
function useSuggestions({ calls, typed, version }: Suggesting) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const turn = setTimeout(() => setAsked(typed.trim().slice(0, suggestLimits.typed)), typed.trim() === '' ? 0 : pauseMs)
    return () => clearTimeout(turn)
  }, [typed])
  const read = useCallback(async () => ({ asked, entries: (await calls.suggest(asked)).entries }), [calls, asked])
  const { queryResult, reload } = useQueryOf(read, { live: version })
  // A response for other words is not shown: usual entries are no matches of a query.
  const isFor = (queryResult.data?.asked === '') === (typed.trim() === '')
  return { entries: isFor ? (queryResult.data?.entries ?? []) : [], failure: queryResult.failure, reload }
}

type EntriesProps = { entries: readonly CatalogueEntry[]; onTake: (entry: CatalogueEntry) => void }

const Found = ({ entries, onTake }: EntriesProps) => (
  <>
    <p className="unseen" role="status">
      {entries.length === 1 ? '1 Vorschlag' : `${entries.length} Vorschläge`}
    </p>
    {entries.length === 0 ? null : (
      <ul className="catalogue-entries" aria-label="Vorschläge aus dem Verzeichnis">
        {entries.map((entry) => (
          <li key={entry.id}>
            <div>
              <b>{entry.name}</b>
              <span className="second">
                {entry.trade} · {priceKindLabels[entry.price_kind].label} ·{' '}
                {serviceDurationText({ minutes: entry.minutes, minutesPerUnit: entry.minutes_per_unit, unit: entry.unit })}
              </span>
              <span className="second">{usualText(entry)}</span>
            </div>
            <button type="button" className="button secondary small" aria-label={`${entry.name} übernehmen`} onClick={() => onTake(entry)}>
              <Plus />
              Übernehmen
            </button>
          </li>
        ))}
      </ul>
    )}
  </>
)

type OwnWordsProps = { data: OwnServices; calls: ServiceCalls; onOpen: (draft: Draft) => void }

/** Words of the profile that are no service yet; a click fills the form with the nearest entry. */
function OwnWords({ data: { words, usual }, calls, onOpen }: OwnWordsProps) {
  const { action } = useAction()
  const take = (word: string) =>
    action(async () => {
      const [nearest] = (await calls.suggest(word.slice(0, suggestLimits.typed))).entries
      onOpen(nearest ? draftOfEntry(nearest, usual, word) : ownDraft(word, usual))
    }, 'Die Vorschläge konnten nicht geladen werden')
  return (
    <Chips
      id="words-title"
      title="Aus Ihren Stichworten übernehmen"
      chips={words.map((word) => ({ id: word, name: word, take: () => void take(word) }))}
    />
  )
}

type ChipsProps = { id: string; title: string; chips: readonly { id: string; name: string; take: () => void }[] }

const Chips = ({ id: titleId, title, chips }: ChipsProps) =>
  chips.length === 0 ? null : (
    <div className="stack tight">
      <h3 id={titleId} className="chips-title">
        {title}
      </h3>
      <ul className="service-chips" aria-labelledby={titleId}>
        {chips.map(({ id, name, take }) => (
          <li key={id}>
            <button type="button" className="button neutral small" onClick={take}>
              <Plus />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
