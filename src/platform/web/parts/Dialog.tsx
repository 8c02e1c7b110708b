import { type ReactNode, useId } from 'react'
import { X } from '#src/platform/web/icons/Icons.tsx'
import { ModalDialog } from './ModalDialog.tsx'

type DialogProps = {
  title: string
  /** Under the title, such as a stepper. */
  head?: ReactNode
  /** Names the scrolling part, such as 'Schritt 1 von 3'. */
  bodyLabel: string
  /** Column beside the form; hidden on phones, where the foot repeats the essentials. */
  side?: ReactNode
  sideLabel?: string
  foot: ReactNode
  /** Escape, the cross and a click beside the dialog; the owner decides whether to ask first. */
  onClose: () => void
  /** True: Back closes it, too (ModalDialog). */
  isClosedByBack?: boolean
  children: ReactNode
}

/** Large dialog: full screen on phones, 940 px wide otherwise. It is open as long as it is rendered; focus returns to its opener. */
export function Dialog({ title, head, bodyLabel, side, sideLabel, foot, onClose, isClosedByBack, children }: DialogProps) {
  const id = useId()
  return (
    <ModalDialog className="dialog" overlay="overlay" labelledBy={id} onClose={onClose} {...(isClosedByBack ? { isClosedByBack } : {})}>
      <div className="dialog-head">
        <div className="row between">
          <h2 id={id} className="title">
            {title}
          </h2>
          <Cross onClose={onClose} />
        </div>
        {head}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
      <section className={side ? 'dialog-body' : 'dialog-body one'} tabIndex={0} aria-label={bodyLabel}>
        <div className="dialog-main">{children}</div>
        {side ? (
          <aside className="dialog-side" aria-label={sideLabel}>
            <div>{side}</div>
          </aside>
        ) : null}
      </section>
      <div className="dialog-foot">{foot}</div>
    </ModalDialog>
  )
}

export const Cross = ({ label = 'Dialog schließen', onClose }: { label?: string; onClose: () => void }) => (
  <button type="button" className="cross" aria-label={label} onClick={onClose}>
    <X />
  </button>
)

type CloseButtonProps = { label?: string; onClose: () => void; isWideOnly?: boolean }

/** Button in the foot that closes the dialog. `isWideOnly`: not on phones, where the cross is enough. */
export const CloseButton = ({ label = 'Schließen', onClose, isWideOnly = false }: CloseButtonProps) => (
  <button type="button" className={isWideOnly ? 'button neutral wide-only' : 'button neutral'} onClick={onClose}>
    {label}
  </button>
)
