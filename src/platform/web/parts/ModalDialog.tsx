import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { closeOnBack } from '../dialogs/closeOnBack.ts'
import { disableOthers } from '../dialogs/disableOthers.ts'
import '../styles/dialog.css'

type ModalProps = {
  className: string
  role?: 'alertdialog'
  /** Ids of its title and of its description. */
  labelledBy: string
  describedBy?: string
  /** Class of the layer between dialog and page, where a click closes; without it, the dialog covers everything. */
  overlay?: string
  /** Element that gets the focus first; without it, the element that focused itself, otherwise the close button. */
  first?: RefObject<HTMLElement | null>
  /** Escape and a click beside it; the owner decides whether to ask first. */
  onClose: () => void
  /** True: Back closes it, too. Not beside a form that is guarded against leaving, whose guard acts on every change of history. */
  isClosedByBack?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/**
 * Base of every dialog, open as long as it is rendered: the page behind it is inert and does not scroll, Escape closes the uppermost, and
 * the focus returns to its previous element. No `<dialog>`: in the browser's top layer, notifications would lie below it.
 */
export function ModalDialog(props: ModalProps) {
  // Rendered as the last element of the page, which the server cannot do.
  const [page, setPage] = useState<HTMLElement>()
  useLayoutEffect(() => setPage(document.body), [])
  return page ? createPortal(<Content {...props} />, page) : null
}

function Content({ className, role, labelledBy, describedBy, overlay, first, onClose, isClosedByBack, onKeyDown, children }: ModalProps) {
  const content = useRef<HTMLDivElement>(null)
  const beside = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  const close = useEffectEvent(() => onClose())

  useEffect(() => {
    const dialog = content.current
    if (!dialog) return
    const ended = new AbortController()
    const release = disableOthers(dialog, ...(beside.current ? [beside.current] : []))
    const unlock = lockScroll()
    const staysOnBack = isClosedByBack ? closeOnBack(() => close()) : undefined
    if (!dialog.contains(document.activeElement)) (first?.current ?? dialog.querySelector<HTMLElement>('.cross') ?? dialog).focus()
    const watch = keepFocus(dialog)
    const leave = (event: globalThis.KeyboardEvent) => {
      // Under another dialog it is inert; one that this Escape has closed has prevented the default.
      if (event.key !== 'Escape' || event.defaultPrevented || dialog.inert) return
      event.preventDefault()
      close()
    }
    document.addEventListener('keydown', leave, ended)
    beside.current?.addEventListener('click', () => close(), ended)
    return () => {
      ended.abort()
      staysOnBack?.()
      watch.disconnect()
      unlock()
      release()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [first, opener, isClosedByBack])

  return (
    <>
      {overlay ? <div ref={beside} className={overlay} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: it has a role, which has both */}
      <div
        ref={content}
        className={className}
        role={role ?? 'dialog'}
        aria-modal="true"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </>
  )
}

/** The focused element may disappear with its step or button: the focus stays in the dialog. */
function keepFocus(dialog: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body && !dialog.inert) dialog.focus({ preventScroll: true })
  })
  observer.observe(dialog, { childList: true, subtree: true })
  return observer
}

let locks = 0

/** Locks the scroll position of the page behind, and reserves the width of its scroll bar. */
function lockScroll() {
  const { style, clientWidth } = document.documentElement
  locks += 1
  if (locks === 1) {
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
  }
  return () => {
    locks -= 1
    if (locks > 0) return
    style.overflow = ''
    style.scrollbarGutter = ''
  }
}
