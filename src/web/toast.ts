/** A notification. Errors stay until somebody closes them; the others go after `notifications.visibleMs`. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  text?: string
  /** A button; pressing it closes the notification, too. */
  action?: { label: string; run: () => void }
}

let waiting: readonly Toast[] = []
let deliver: ((toast: Toast) => void) | undefined
const listeners = new Set<() => void>()

/** Shows a notification. The code that draws notifications is loaded with the first one. */
export function showToast(toast: Toast) {
  if (deliver) return deliver(toast)
  keepWaiting([...waiting, toast])
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
export function receiveToasts(receiver: (toast: Toast) => void) {
  deliver = receiver
  for (const toast of waiting) receiver(toast)
  keepWaiting([])
  return () => {
    deliver = undefined
  }
}

function keepWaiting(toasts: readonly Toast[]) {
  waiting = toasts
  for (const listener of listeners) listener()
}
