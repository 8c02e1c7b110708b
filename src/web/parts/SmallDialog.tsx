import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ignoreToastClicks, useReturnOfFocus } from './Dialog.tsx'
import '../styles/dialog.css'

/** A dialog of 480 px for a short form. Open as long as it is rendered; Escape, the cross and a click beside it close it. It may stand above another one. */
export function SmallDialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const returnFocus = useReturnOfFocus()
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="overlay ask" />
        <Radix.Content
          className="small-dialog"
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={ignoreToastClicks}
        >
          <div className="row between">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close className="cross" aria-label="Dialog schließen">
              <X />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
