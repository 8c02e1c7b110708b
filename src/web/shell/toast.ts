/** A notification. It disappears after `notifications.visibleMs`, but not while the pointer or the focus is on it. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  text?: string
  /** A button; pressing it closes the notification, too. */
  action?: { label: string; run: () => void }
  /** The failed call of an error: once this call succeeds, the error is outdated. */
  about?: string | undefined
}

let waiting: readonly Toast[] = []
type Receiver = { show: (toast: Toast) => void; withdraw: (about: string) => void }
let receiver: Receiver | undefined
let failing: string | undefined
const listeners = new Set<() => void>()

/** Shows a notification. The code that draws notifications is loaded with the first one. */
export function showToast(toast: Toast) {
  const shown = toast.kind === 'error' ? { about: failing, ...toast } : toast
  if (receiver) return receiver.show(shown)
  keepWaiting([...waiting, shown])
}

/** Notes a failed call: an error shown in the same turn is about this call. */
export function noteFailed(name: string) {
  failing = name
  setTimeout(() => {
    failing = undefined
  })
}

/** A call succeeded: errors about it are outdated. */
export function noteSucceeded(name: string) {
  if (waiting.some(({ about }) => about === name)) keepWaiting(waiting.filter(({ about }) => about !== name))
  receiver?.withdraw(name)
}

/** For the host in the page's shell: notifications that were not handed over yet. */
export const waitingToasts = () => waiting
export function onToastsWaiting(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The user closed a notification that was still waiting. */
export const closeWaiting = (toast: Toast) => keepWaiting(waiting.filter((one) => one !== toast))

/** For the part that draws: receives the waiting notifications and all later ones. Returns the function that stops it. */
export function receiveToasts(next: Receiver) {
  receiver = next
  for (const toast of waiting) next.show(toast)
  keepWaiting([])
  return () => {
    receiver = undefined
  }
}

function keepWaiting(toasts: readonly Toast[]) {
  waiting = toasts
  for (const listener of listeners) listener()
}
