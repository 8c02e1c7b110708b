import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import '../styles/dialog.css'

type DialogProps = {
  title: string
  /** Under the title, such as a stepper. */
  head?: ReactNode
  /** Names the scrolling part, such as 'Schritt 1 von 3'. */
  bodyLabel: string
  /** The column beside the form; hidden on phones, where the foot repeats what matters. */
  side?: ReactNode
  sideLabel?: string
  foot: ReactNode
  /** Escape, the cross and a click beside the dialog; the owner decides whether to ask first. */
  onClose: () => void
  children: ReactNode
}

/** The large dialog: full screen on phones, 940 px wide otherwise. It is open as long as it is rendered; focus returns to its opener. */
export function Dialog({ title, head, bodyLabel, side, sideLabel, foot, onClose, children }: DialogProps) {
  const returnFocus = useReturnOfFocus()
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content className="dialog" aria-describedby={undefined} onCloseAutoFocus={returnFocus} onInteractOutside={ignoreToastClicks}>
          <div className="dialog-head">
            <div className="row between">
              <Radix.Title className="title">{title}</Radix.Title>
              <Radix.Close className="cross" aria-label="Dialog schließen">
                <X />
              </Radix.Close>
            </div>
            {head}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
          <section className={side ? 'dialog-body' : 'dialog-body one'} tabIndex={0} aria-label={bodyLabel}>
            <div className="dialog-main">{children}</div>
            {side ? (
              <aside className="dialog-side" aria-label={sideLabel}>
                {side}
              </aside>
            ) : null}
          </section>
          <div className="dialog-foot">{foot}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A click on a notification or a tooltip above the dialog does not close the dialog. */
export function ignoreToastClicks(event: Event & { detail: { originalEvent: Event } }) {
  const { target } = event.detail.originalEvent
  if (target instanceof Element && target.closest('[data-sonner-toaster], .tooltip')) event.preventDefault()
}

/** Radix returns the focus only to its own trigger. Our dialogs open from anywhere, so the last focused element is remembered. */
export function useReturnOfFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
}
