/** A notification. It goes after `notifications.visibleMs`, but not while the pointer or the focus is on it. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  text?: string
  /** A button; pressing it closes the notification, too. */
  action?: { label: string; run: () => void }
  /** The call that failed, for an error: once it succeeds there is nothing left to tell. */
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

/** A call failed: an error that is shown in the same breath is about it. */
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

/** For the host in the page's shell: what was not handed over yet. */
export const waitingToasts = () => waiting
export function onToastsWaiting(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** It was read where it waited. */
export const closeWaiting = (toast: Toast) => keepWaiting(waiting.filter((one) => one !== toast))

/** For the part that draws: hands over what waits and everything that comes. Returns the way back. */
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
