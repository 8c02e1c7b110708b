import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'

/** Another area or another page while something is typed: asked first. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(isChanged)
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => (isChanged ? event.preventDefault() : undefined), [isChanged]))
  if (blocker.state !== 'blocked') return null
  return <DiscardDialog onDiscard={() => blocker.proceed()} onStay={() => blocker.reset()} />
}

/** Whether what was typed may go. */
export const DiscardDialog = ({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) => (
  <ConfirmDialog
    question="Änderungen verwerfen?"
    consequence="Ihre Eingaben wurden noch nicht gespeichert und gehen verloren."
    confirmLabel="Verwerfen"
    cancelLabel="Weiter bearbeiten"
    onConfirm={onDiscard}
    onCancel={onStay}
  />
)
