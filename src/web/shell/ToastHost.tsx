import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { ToastCard } from './ToastCard.tsx'
import { closeWaiting, onToastsWaiting, type Toast, waitingToasts } from './toast.ts'

/** Stands once in the page's shell and costs next to nothing until the first notification. */
export function ToastHost() {
  const waiting = useSyncExternalStore(onToastsWaiting, waitingToasts, none)
  const [Toasts, setToasts] = useState<ComponentType>()
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    if (Toasts || waiting.length === 0) return
    // What is to be told may be that the connection is gone: then this code does not come either, until a later one asks again.
    fetchToasts().then(
      (file) => setToasts(() => file.default),
      () => setIsMissing(true),
    )
  }, [waiting, Toasts])
  if (Toasts) return <Toasts />
  return isMissing ? <PlainToasts toasts={waiting} /> : null
}

/** A function of its own: whoever chains to the bare import does not hear that its styles failed. */
const fetchToasts = () => import('./Toasts.tsx')

const nothing: readonly Toast[] = []
const none = () => nothing

/** The same notifications, neither moved nor timed. */
const PlainToasts = ({ toasts }: { toasts: readonly Toast[] }) => (
  <section className="toasts plain-toasts" aria-label="Meldungen">
    {toasts.map((toast, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no state of their own
      <ToastCard key={place} {...toast} onClose={() => closeWaiting(toast)} />
    ))}
  </section>
)
