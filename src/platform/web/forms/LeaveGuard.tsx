import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'

/** Asks before the user leaves this area or page with unsaved input. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(isChanged)
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => (isChanged ? event.preventDefault() : undefined), [isChanged]))
  if (blocker.state !== 'blocked') return null
  return <DiscardDialog onDiscard={() => blocker.proceed()} onStay={() => blocker.reset()} />
}

/** Asks whether the input may be discarded. */
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
