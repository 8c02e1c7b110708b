import { type FormEvent, useState } from 'react'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, SelectField } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { DiaryView } from './rules.ts'
import type { BlockDraft } from './sheet.ts'

type BlockProps = { companyId: string; diary: DiaryView; draft: BlockDraft; onClose: () => void }

const labels = { day: 'Tag', from: 'Von', to: 'Bis', note: 'Vermerk' } as const
type Name = keyof typeof labels
const idOf = (name: string) => `block-${name}`

/** Dialog that blocks a time against bookings. */
export function BlockDialog({ companyId, diary, draft: before, onClose }: BlockProps) {
  const [draft, setDraft] = useState({ note: '', ...before })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { isBusy, failure, action } = useAction({ onFields: setErrors })
  const working = diary.resources.filter(({ is_hidden }) => !is_hidden)
  const change = (part: Partial<typeof draft>) => {
    setDraft((last) => ({ ...last, ...part }))
    setErrors({})
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void action(async () => {
      await call('block-time', { companyId, ...draft, resourceId: draft.resourceId || null })
      showToast({ kind: 'success', title: 'Die Zeit ist gesperrt' })
      onClose()
    })
  }
  const field = (name: Name, control: { type: string; isOptional?: boolean }) => (
    <Field id={idOf(name)} label={labels[name]} isOptional={control.isOptional === true} error={errors[name]}>
      {(parts) => <input {...parts} type={control.type} value={draft[name]} onChange={(event) => change({ [name]: event.target.value })} />}
    </Field>
  )
  return (
    <SmallDialog title="Zeit sperren" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="muted">In dieser Zeit kann niemand buchen. Ganze Tage tragen Sie unter „Zeiten“ als Betriebsferien ein.</p>
        <ErrorSummary
          fields={(Object.keys(labels) as Name[]).filter((name) => errors[name]).map((name) => ({ id: idOf(name), label: labels[name] }))}
        />
        <Failure title="Die Zeit wurde nicht gesperrt" text={failure} />
        {working.length > 1 ? (
          <SelectField
            id={idOf('resourceId')}
            label="Für"
            error={errors.resourceId}
            value={draft.resourceId}
            onChange={(value) => change({ resourceId: value })}
          >
            <option value="">Alle</option>
            {working.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : null}
        {field('day', { type: 'date' })}
        <div className="diary-pair">
          {field('from', { type: 'text' })}
          {field('to', { type: 'text' })}
        </div>
        {field('note', { type: 'text', isOptional: true })}
        <BusyButton isBusy={isBusy}>{isBusy ? 'Wird gesperrt…' : 'Zeit sperren'}</BusyButton>
      </form>
    </SmallDialog>
  )
}
