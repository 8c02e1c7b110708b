import { type ReactNode, useId } from 'react'
import { Cross } from './Dialog.tsx'
import { ModalDialog } from './ModalDialog.tsx'

/**
 * Dialog of 480 px for a short form. Open as long as it is rendered; Escape, the cross and a click beside it close it. It may be above
 * another one.
 */
export function SmallDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const id = useId()
  return (
    <ModalDialog className="small-dialog" overlay="overlay ask" labelledBy={id} onClose={onClose}>
      <div className="row between">
        <h2 id={id}>{title}</h2>
        <Cross onClose={onClose} />
      </div>
      {children}
    </ModalDialog>
  )
}
