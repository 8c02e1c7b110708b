import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { notifications } from '../queries/defaults.ts'
import { ToastCard } from './ToastCard.tsx'
import { closeToast, type OpenToast, onToasts, openToasts } from './toast.ts'

/** The open notifications, newest last; once in every page. Older ones wait until there is room. */
export function ToastHost() {
  const toasts = useSyncExternalStore(onToasts, openToasts, none)
  const [isHeld, setIsHeld] = useState(false)
  const section = useRef<HTMLElement>(null)
  const checkHold = useCallback(() => setIsHeld(document.hidden || section.current?.matches(':hover, :focus-within') === true), [])
  // A closed notification takes pointer and focus with it, without an event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked anew for each list
  useEffect(checkHold, [checkHold, toasts])
  useEffect(() => {
    document.addEventListener('visibilitychange', checkHold)
    return () => document.removeEventListener('visibilitychange', checkHold)
  }, [checkHold])
  return (
    <section
      ref={section}
      className="toasts"
      aria-label="Meldungen"
      aria-live="polite"
      onPointerEnter={checkHold}
      onPointerLeave={checkHold}
      onFocus={checkHold}
      onBlur={checkHold}
    >
      {toasts.slice(-notifications.atOnce).map((toast) => (
        <ToastCard key={toast.id} {...toast} isHeld={isHeld} onClose={() => closeToast(toast.id)} />
      ))}
    </section>
  )
}

const nothing: readonly OpenToast[] = []
const none = () => nothing
