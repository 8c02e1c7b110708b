import { type FormEvent, useState } from 'react'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ReasonField } from '#src/platform/web/operator/ReasonField.tsx'
import { useReasonedAction } from '#src/platform/web/operator/useReasonedAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { CompanyDetail } from './rules.ts'
import { companyAreaTexts } from './texts.ts'

type SuspensionProps = {
  action: 'suspend' | 'release'
  company: CompanyDetail
  onClose: () => void
  onDone: () => void
}

/** Suspends a company with a reason, or lifts the suspension after a confirmation. */
export const CompanySuspension = ({ action, ...props }: SuspensionProps) =>
  action === 'suspend' ? <Suspending {...props} /> : <Releasing {...props} />

function Suspending({ company, onClose, onDone }: Omit<SuspensionProps, 'action'>) {
  const [notice, setNotice] = useState<{ text: string; problem?: string }>({ text: '' })
  const { reason, problem, isBusy, change, submit } = useReasonedAction({
    action: async (typed) => {
      await call('admin-suspend-company', { companyId: company.id, reason: typed, companyReason: notice.text })
      showToast({ kind: 'success', title: companyAreaTexts.suspended })
      onDone()
    },
    missing: companyAreaTexts.reasonMissing,
  })
  function send(event: FormEvent) {
    const isMissing = notice.text.trim() === ''
    if (isMissing) setNotice({ ...notice, problem: companyAreaTexts.companyReasonMissing })
    if (isMissing && reason.trim() !== '') return event.preventDefault()
    submit(event)
  }
  return (
    <SmallDialog title={`${company.company_name} sperren?`} onClose={onClose}>
      <form className="stack" noValidate onSubmit={send}>
        <p>Der Anbieter ist dann nicht mehr zu sehen und kann nicht gebucht werden. Auszahlungen warten. Bestehende Buchungen bleiben.</p>
        <ReasonField
          id="suspend-told"
          label="Grund für den Anbieter"
          hint="Der Anbieter liest ihn in einer E-Mail und im Dashboard."
          value={notice.text}
          error={notice.problem}
          onChange={(text) => setNotice({ text })}
        />
        <ReasonField
          id="suspend-reason"
          label="Interner Grund"
          hint="Nur für das Protokoll."
          value={reason}
          error={problem}
          onChange={change}
        />
        <BusyButton className="button danger wide" isBusy={isBusy}>
          Sperren
        </BusyButton>
      </form>
    </SmallDialog>
  )
}

function Releasing({ company, onClose, onDone }: Omit<SuspensionProps, 'action'>) {
  const { action } = useAction({ onRefused: onClose })
  const release = () =>
    action(async () => {
      await call('admin-release-company', { companyId: company.id })
      showToast({ kind: 'success', title: companyAreaTexts.released })
      onDone()
    }, companyAreaTexts.notDone)
  return (
    <ConfirmDialog
      question="Sperre aufheben?"
      consequence={`${company.company_name}: Der Anbieter ist wieder zu sehen, wenn sein Abonnement läuft, und Auszahlungen gehen weiter.`}
      confirmLabel="Ja, Sperre aufheben"
      cancelLabel="Nein"
      onCancel={onClose}
      onConfirm={() => void release()}
    />
  )
}
