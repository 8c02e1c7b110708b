/** A notification. Errors stay until somebody closes them; the others go after `notifications.visibleMs`. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  text?: string
  /** A button; pressing it closes the notification, too. */
  action?: { label: string; run: () => void }
}

let waiting: Toast[] = []
let isWanted = false
let deliver: ((toast: Toast) => void) | undefined
const listeners = new Set<() => void>()

/** Shows a notification. The code that draws notifications is loaded with the first one. */
export function showToast(toast: Toast) {
  if (deliver) return deliver(toast)
  waiting.push(toast)
  isWanted = true
  for (const listener of listeners) listener()
}

/** For the host in the page's shell: whether anything was ever to be shown. */
export const toastsAreWanted = () => isWanted
export function onToastsWanted(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** For the part that draws: hands over what waits and everything that comes. Returns the way back. */
export function receiveToasts(receiver: (toast: Toast) => void) {
  deliver = receiver
  for (const toast of waiting) receiver(toast)
  waiting = []
  return () => {
    deliver = undefined
  }
}
