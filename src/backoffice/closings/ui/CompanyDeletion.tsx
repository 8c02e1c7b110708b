import { useEffect, useRef } from 'react'
import type { CompanyDetail } from '#src/backoffice/admin/companies/rules.ts'
import { companyAreaTexts } from '#src/backoffice/admin/companies/texts.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { DeletionPreview } from '../rules.ts'
import { consequencesOf, deletionTexts } from '../texts.ts'
import './closings.css'

type DeletionProps = { company: CompanyDetail; onClose: () => void; onDone: () => void }

/** Deletes a company after a dialog that names the outcome (deleted or archived), the affected bookings and the money involved. */
export function CompanyDeletion({ company, onClose, onDone }: DeletionProps) {
  const { queryResult, reload } = useQuery('admin-preview-deletion', { companyId: company.id })
  const { isBusy, problem, remove } = useRemoval({ companyId: company.id, onDone, onChanged: reload })
  const preview = queryResult.data
  return (
    <SmallDialog title={preview ? deletionTexts[preview.kind].question(company.company_name) : 'Anbieter löschen'} onClose={onClose}>
      {queryResult.failure === undefined ? null : (
        <RegionFailure title={companyAreaTexts.notDeleted} text={queryResult.failure} onRetry={() => void reload()} />
      )}
      {preview ? <Consequences preview={preview} /> : null}
      {preview || queryResult.failure !== undefined ? null : <p role="status">Die Folgen werden geprüft…</p>}
      {problem ? (
        <Note kind="bad" title={companyAreaTexts.notDeleted}>
          {problem}
        </Note>
      ) : null}
      {preview ? (
        <Answers
          label={deletionTexts[preview.kind].confirm}
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={() => void remove(preview.kind)}
        />
      ) : null}
    </SmallDialog>
  )
}

function Consequences({ preview }: { preview: DeletionPreview }) {
  return (
    <>
      <Note kind="warn" title={deletionTexts.warning}>
        {deletionTexts[preview.kind].what}
      </Note>
      <ul className="closing-list">
        {consequencesOf(preview).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  )
}

type AnswersProps = { label: string; isBusy: boolean; onClose: () => void; onConfirm: () => void }

/** The focus starts on 'cancel', the safe choice. */
function Answers({ label, isBusy, onClose, onConfirm }: AnswersProps) {
  const harmless = useRef<HTMLButtonElement>(null)
  useEffect(() => harmless.current?.focus(), [])
  return (
    <div className="actions">
      <button ref={harmless} type="button" className="button neutral" onClick={onClose}>
        Abbrechen
      </button>
      <BusyButton type="button" className="button danger" isBusy={isBusy} onClick={onConfirm}>
        {label}
      </BusyButton>
    </div>
  )
}

type RemovalParts = { companyId: string; onDone: () => void; onChanged: () => Promise<boolean> }

function useRemoval({ companyId, onDone, onChanged }: RemovalParts) {
  const { isBusy, failure, action } = useAction({
    onRefused: (error) => error instanceof CallError && error.code === 'companies.changed' && onChanged(),
  })
  const remove = (expects: DeletionPreview['kind']) =>
    action(async () => {
      await call('admin-delete-company', { companyId, expects })
      showToast({ kind: 'success', title: expects === 'deletion' ? companyAreaTexts.deleted : companyAreaTexts.archived })
      onDone()
    }, companyAreaTexts.notDeleted)
  return { isBusy, problem: failure, remove }
}
