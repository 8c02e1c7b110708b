import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { type Draft, errorsIn, fieldId, inputOf, labelOf } from './form.ts'
import { MoreFields, TimeFields } from './MoreFields.tsx'
import type { OwnServices } from './rules.ts'
import type { ServiceCalls } from './ServiceCalls.tsx'
import { ServiceFields } from './ServiceFields.tsx'

type ServiceEditorProps = {
  /** Id of the changed service; undefined for a new one. */
  id: string | undefined
  draft: Draft
  pictures: readonly string[]
  resources: OwnServices['resources']
  calls: ServiceCalls
  /** Reason why the stored service cannot be booked, if there is one. */
  warning: ReactNode
  onChanged: (isUnsaved: boolean) => void
  /** `said`: result of the act, to be shown. */
  onDone: (said: string) => Promise<void>
  onCancel: () => void
}

/** Form of one service. Typed input stays until it is saved or discarded. */
export function ServiceEditor({ id, draft: before, pictures, resources, calls, warning, onChanged, onDone, onCancel }: ServiceEditorProps) {
  const [draft, setDraft] = useState(before)
  useFirstFocus({ id, draft: before })
  const { errors, isBusy, failure, submit, forget } = useSaving({ id, draft, calls, onChanged, onDone })
  function change(part: Partial<Draft>) {
    setDraft((last) => ({ ...last, ...part }))
    forget(Object.keys(part))
    onChanged(true)
  }
  const form = { draft, errors, change }
  return (
    <form className="service-editor" noValidate onSubmit={submit} aria-labelledby={titleId}>
      <div className="stack tight">
        <h3 id={titleId} tabIndex={-1}>
          {id === undefined ? 'Neue Leistung' : `${before.title} bearbeiten`}
        </h3>
        {id === undefined ? null : <p className="small muted">Vereinbarte Termine behalten ihren Preis.</p>}
      </div>
      {warning}
      <ErrorSummary fields={Object.keys(errors).map((path) => ({ id: fieldId(path), label: labelOf(path) }))} />
      <ServiceFields form={form} calls={calls} />
      <TimeFields form={form} resources={resources} />
      <MoreFields form={form} pictures={pictures} />
      <Failure title="Die Leistung wurde nicht gespeichert" text={failure} />
      <div className="row between wrapping">
        {id === undefined ? <span /> : <Deleting id={id} title={before.title} calls={calls} onDone={onDone} />}
        <div className="row wrapping">
          <button type="button" className="button neutral" onClick={onCancel}>
            {id === undefined ? 'Abbrechen' : 'Verwerfen'}
          </button>
          <BusyButton className="button primary" isBusy={isBusy}>
            {isBusy ? 'Wird gespeichert…' : id === undefined ? 'Leistung speichern' : 'Änderungen speichern'}
          </BusyButton>
        </div>
      </div>
    </form>
  )
}

/** Focuses the price of a new service from the catalogue, which lacks only that; otherwise the heading. */
function useFirstFocus({ id, draft }: Pick<ServiceEditorProps, 'id' | 'draft'>) {
  const first = useRef(id === undefined && draft.title !== '' && draft.priceKind !== 'quote' ? fieldId('price') : titleId)
  useEffect(() => document.getElementById(first.current)?.focus(), [])
}
const titleId = 'service-editor-title'

type SavingParts = Pick<ServiceEditorProps, 'id' | 'draft' | 'calls' | 'onChanged' | 'onDone'>

/** Validates all fields, saves once, and shows the server's errors at the fields. */
function useSaving({ id, draft, calls, onChanged, onDone }: SavingParts) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const attempt = useIdempotencyKey()
  const { isBusy, failure, action } = useAction({ onFields: refuse })

  function refuse(texts: Record<string, string>) {
    setErrors(texts)
    const [first] = Object.keys(texts)
    // The section with the field may only be opened by this rendering.
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus())
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = errorsIn(draft)
    if (Object.keys(found).length > 0) return refuse(found)
    void action(async () => {
      const service = { ...inputOf(draft), ...(id === undefined ? {} : { id }) }
      await calls.save({ service, idempotencyKey: attempt.keyOf(service) })
      attempt.forget()
      onChanged(false)
      await onDone(`„${draft.title.trim()}“ ist gespeichert.`)
    })
  }
  /** Drops the errors of changed fields; row numbers in their paths may have changed, too. */
  const forget = (names: readonly string[]) =>
    setErrors((last) => Object.fromEntries(Object.entries(last).filter(([path]) => !names.includes(path.split('.')[0] ?? ''))))
  return { errors, isBusy, failure, submit, forget }
}

type DeletingProps = { id: string; title: string; calls: ServiceCalls; onDone: (said: string) => Promise<void> }

function Deleting({ id, title, calls, onDone }: DeletingProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { action } = useAction()
  const remove = () => {
    setIsConfirming(false)
    void action(async () => {
      await calls.remove(id)
      await onDone(`„${title}“ ist gelöscht.`)
    }, 'Die Leistung wurde nicht gelöscht')
  }
  return (
    <>
      <button type="button" className="button danger" onClick={() => setIsConfirming(true)}>
        Leistung löschen
      </button>
      {isConfirming ? (
        <ConfirmDialog
          question="Leistung löschen?"
          consequence={`„${title}“ kann dann nicht mehr gebucht werden. Vereinbarte Termine behalten ihren Preis.`}
          confirmLabel="Ja, löschen"
          cancelLabel="Nein"
          onConfirm={remove}
          onCancel={() => setIsConfirming(false)}
        />
      ) : null}
    </>
  )
}
