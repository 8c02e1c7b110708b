import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { ToastCard } from './ToastCard.tsx'
import { closeWaiting, onToastsWaiting, type Toast, waitingToasts } from './toast.ts'

/** Stands once in the page's shell and costs almost nothing until the first notification. */
export function ToastHost() {
  const waiting = useSyncExternalStore(onToastsWaiting, waitingToasts, none)
  const [Toasts, setToasts] = useState<ComponentType>()
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    if (Toasts || waiting.length === 0) return
    // The notification may report that the connection is lost: then this code does not load either, until a later one tries again.
    fetchToasts().then(
      (file) => setToasts(() => file.default),
      () => setIsMissing(true),
    )
  }, [waiting, Toasts])
  if (Toasts) return <Toasts />
  return isMissing ? <PlainToasts toasts={waiting} /> : null
}

/** A separate function: a promise chained directly to the bare import would not reject when its styles fail to load. */
const fetchToasts = () => import('./Toasts.tsx')

const nothing: readonly Toast[] = []
const none = () => nothing

/** The same notifications without animation and timeout. */
const PlainToasts = ({ toasts }: { toasts: readonly Toast[] }) => (
  <section className="toasts plain-toasts" aria-label="Meldungen">
    {toasts.map((toast, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have no state of their own
      <ToastCard key={place} {...toast} onClose={() => closeWaiting(toast)} />
    ))}
  </section>
)
