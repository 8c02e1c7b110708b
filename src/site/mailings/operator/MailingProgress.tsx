import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Pause, Play } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { mailingAreaTexts, progressText } from '#src/site/mailings/areaTexts.ts'
import { mailingStatusLabels } from '#src/site/mailings/texts.ts'

export type Progress = NonNullable<CallAnswer<'admin-mailing'>['mailing']>
type ProgressProps = {
  mailing: Progress
  onResumed: (mailingId: string) => Promise<void>
  onChanged: () => void
}
export const statusTones = { running: 'waiting', stopped: 'off', finished: 'done' } as const

/** The newest mailing's progress and current recipient, with buttons to stop and resume. */
export function MailingProgress({ mailing, onResumed, onChanged }: ProgressProps) {
  const { status, total, waiting } = mailing
  const done = total - waiting
  return (
    <section className="card" aria-labelledby="mailing-progress-title">
      <div className="card-head">
        <h2 id="mailing-progress-title">{mailing.subject}</h2>
        <StatusChip tone={statusTones[status]}>{mailingStatusLabels[status]}</StatusChip>
      </div>
      <div className="card-body stack">
        <progress className="mailing-bar" max={total} value={done} aria-label="Fortschritt des Versands" />
        <p role="status" className="strong detail">
          {progressText(mailing)}
        </p>
        <p className="muted small">
          Begonnen {formatMoment(new Date(mailing.started_at))} · {mailing.sent.toLocaleString('de-DE')} gesendet ·{' '}
          {mailing.failed.toLocaleString('de-DE')} fehlgeschlagen · {waiting.toLocaleString('de-DE')} offen
        </p>
        {status === 'running' ? <StopButton mailing={mailing} onChanged={onChanged} /> : null}
        {status === 'stopped' && waiting > 0 ? <GoOnButton mailing={mailing} onResumed={onResumed} /> : null}
      </div>
    </section>
  )
}

function StopButton({ mailing, onChanged }: Omit<ProgressProps, 'onResumed'>) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { action } = useAction({ onRefused: onChanged })
  function stop() {
    setIsConfirming(false)
    void action(async () => {
      await call('admin-stop-mailing', { mailingId: mailing.id })
      showToast({ kind: 'info', title: mailingAreaTexts.stopped })
      onChanged()
    }, mailingAreaTexts.notDone)
  }
  return (
    <div className="row">
      <button type="button" className="button neutral" onClick={() => setIsConfirming(true)}>
        <Pause />
        {mailingAreaTexts.stop}
      </button>
      {isConfirming ? (
        <ConfirmDialog
          question={mailingAreaTexts.stopQuestion}
          consequence={mailingAreaTexts.stopConsequence}
          confirmLabel={mailingAreaTexts.stop}
          cancelLabel={mailingAreaTexts.cancel}
          onCancel={() => setIsConfirming(false)}
          onConfirm={stop}
        />
      ) : null}
    </div>
  )
}

function GoOnButton({ mailing, onResumed }: Omit<ProgressProps, 'onChanged'>) {
  const { isBusy, resume } = useResuming({ mailingId: mailing.id, onResumed })
  return (
    <div className="row">
      <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => void resume({ which: 'rest' })}>
        <Play />
        {mailingAreaTexts.goOn}
      </BusyButton>
    </div>
  )
}

type Resuming = { mailingId: string; onResumed: (mailingId: string) => Promise<void> }

/** Resumes with the rest, or sends failed mails again; one action at a time. */
export function useResuming({ mailingId, onResumed }: Resuming) {
  const { isBusy, action } = useAction()
  const resume = (what: { which: 'rest' | 'failed'; recipientId?: string }) =>
    action(async () => {
      await call('admin-resume-mailing', { mailingId, ...what })
      showToast({ kind: 'info', title: mailingAreaTexts.resumed })
      await onResumed(mailingId)
    }, mailingAreaTexts.notDone)
  return { isBusy, resume }
}
