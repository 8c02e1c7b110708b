import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { plural } from '#src/platform/kit/text.ts'
import { DiscardDialog, LeaveGuard } from '#src/platform/web/forms/LeaveGuard.tsx'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { type QueryResult, useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { UnbookableNote } from '#src/supply/calendars/hours/UnbookableNote.tsx'
import { AddService } from './AddService.tsx'
import { type Draft, draftOf } from './form.ts'
import type { OwnServices } from './rules.ts'
import { serviceCalls } from './ServiceCalls.tsx'
import { ServiceEditor } from './ServiceEditor.tsx'
import { ServiceFile } from './ServiceFile.tsx'
import { ServiceList } from './ServiceList.tsx'
import '#src/platform/web/styles/axis.css'
import './editing.css'

type CompanyServicesProps = {
  companyId: string
  by: 'owner' | 'operator'
  live?: number
  /** Called when the form gets unsaved changes, and when it loses them. */
  onUnsaved?: (isUnsaved: boolean) => void
}

/** A company's services with everything to change them: for its owner and for the operator. */
export function CompanyServices({ companyId, by, live = 0, onUnsaved }: CompanyServicesProps) {
  const calls = useMemo(() => serviceCalls(by, companyId), [by, companyId])
  const { queryResult, reload } = useQueryOf(calls.list, { live })
  const editing = useEditing(onUnsaved)
  const { opened } = editing

  const [said, setSaid] = useState('')

  const [saves, setSaves] = useState(0)

  async function finish(done: string) {
    setSaid(done)
    setSaves((count) => count + 1)
    await reload()
    editing.close()
  }
  const editor = (data: OwnServices) =>
    opened ? (
      <ServiceEditor
        key={opened.key}
        id={opened.id}
        draft={opened.draft}
        pictures={data.pictures}
        resources={data.resources}
        calls={calls}
        warning={by === 'owner' && opened.id ? <UnbookableNote companyId={companyId} serviceId={opened.id} live={live + saves} /> : null}
        onChanged={editing.note}
        onDone={finish}
        onCancel={editing.leave}
      />
    ) : null
  const list = (data: OwnServices) => (
    <ServiceList
      services={data.services}
      calls={calls}
      openedId={opened?.id}
      editor={editor(data)}
      onOpen={(service) => editing.open({ id: service.id, draft: draftOf(service) })}
      onReload={reload}
    />
  )
  return (
    <>
      {by === 'owner' ? (
        <UnbookableNote companyId={companyId} live={live + saves} to={{ path: '/dashboard/zeiten', label: 'Arbeitszeiten ansehen' }} />
      ) : null}
      <ServicesCard
        title={by === 'owner' ? 'Ihre Leistungen' : 'Leistungen'}
        queryResult={queryResult}
        said={said}
        onRetry={reload}
        list={list}
      />
      {queryResult.data ? (
        <AddService
          calls={calls}
          data={queryResult.data}
          editor={opened && opened.id === undefined ? editor(queryResult.data) : null}
          onOpen={(draft) => editing.open({ draft })}
        />
      ) : null}
      {queryResult.data && by === 'owner' ? <ServiceFile companyId={companyId} onImported={reload} /> : null}
      {editing.isConfirming ? <DiscardDialog onDiscard={editing.discard} onStay={editing.stay} /> : null}
      <LeaveGuard isChanged={editing.isUnsaved} />
    </>
  )
}

type ServicesCardProps = {
  title: string
  queryResult: QueryResult<OwnServices>
  /** Result of the last act. */
  said: string
  onRetry: () => Promise<boolean>
  list: (data: OwnServices) => ReactNode
}

const ServicesCard = ({ title, queryResult, said, onRetry, list }: ServicesCardProps) => (
  <section className="card" aria-labelledby="services-title" aria-busy={queryResult.isBusy}>
    <div className="card-head">
      <h2 id="services-title" tabIndex={-1}>
        {title}
      </h2>
      <p className="small muted">{queryResult.data?.services.length ? countText(queryResult.data) : null}</p>
    </div>
    {/* No toast: with several services in a row they would pile up above the form. */}
    <p className={said === '' ? 'unseen' : 'act-done services-said small'} role="status">
      {said}
    </p>
    <QueryRegion
      queryResult={queryResult}
      failed="Die Leistungen konnten nicht geladen werden"
      loading={<TableWaiting rows={4} text="Leistungen werden geladen…" />}
      onRetry={onRetry}
    >
      {(data) => (data.services.length === 0 ? <EmptyState {...noServices} /> : list(data))}
    </QueryRegion>
  </section>
)

const noServices = {
  title: 'Noch keine Leistungen',
  text: 'Mit Leistungen und Preisen sehen Kundinnen und Kunden, was angeboten wird und was es kostet. Ohne sie bleibt das Profil, wie es ist.',
}

function countText({ services }: OwnServices) {
  const hidden = services.filter(({ is_hidden }) => is_hidden).length
  return `${plural(services.length, 'Leistung', 'Leistungen')}${hidden > 0 ? `, davon ${hidden} verborgen` : ''}`
}

type Opening = { id?: string; draft: Draft }
type Opened = Opening & { key: number }

/** State of the open service. Asks for a confirmation before typed input is discarded. The focus returns to the element that opened it. */
function useEditing(onUnsaved?: (isUnsaved: boolean) => void) {
  const [opened, setOpened] = useState<Opened>()
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [wanted, setWanted] = useState<Opening | 'none'>()
  const opener = useRef<HTMLElement>(null)
  const turns = useRef(0)
  useEffect(() => onUnsaved?.(isUnsaved), [onUnsaved, isUnsaved])

  const show = useCallback((next: Opening | 'none') => {
    setWanted(undefined)
    setIsUnsaved(false)
    turns.current += 1
    if (next !== 'none') return setOpened({ ...next, key: turns.current })
    setOpened(undefined)
    // If that element is gone, the list's title is focused.
    requestAnimationFrame(() => {
      const back = opener.current?.isConnected ? opener.current : document.getElementById('services-title')
      back?.focus()
    })
  }, [])
  function open(next: Opening) {
    if (isUnsaved) return setWanted(next)
    opener.current = returnOf(document.activeElement)
    show(next)
  }
  return {
    opened,
    isUnsaved,
    open,
    note: setIsUnsaved,
    close: () => show('none'),
    leave: () => (isUnsaved ? setWanted('none') : show('none')),
    isConfirming: wanted !== undefined,
    discard: () => show(wanted ?? 'none'),
    stay: () => setWanted(undefined),
  }
}

/** A suggestion disappears once it is a service: then the focus returns to the search for the next one. */
const returnOf = (element: Element | null) => {
  const back = element?.closest('.add-service') ? document.getElementById('service-search') : element
  return back instanceof HTMLElement ? back : null
}
