/** Notification. It disappears after `notifications.visibleMs`, but not while the pointer or the focus is on the notifications. */
export type Toast = {
  kind: 'success' | 'error' | 'info'
  title: string
  text?: string
  /** A button; pressing it closes the notification, too. */
  action?: { label: string; run: () => void }
  /** Failed call of an error: once this call succeeds, the error is outdated. */
  about?: string | undefined
}

export type OpenToast = Toast & { id: number }

let open: readonly OpenToast[] = []
let lastId = 0
let failing: string | undefined
const listeners = new Set<() => void>()

/** Shows a notification (ToastHost). */
export function showToast(toast: Toast) {
  lastId += 1
  setOpen([...open, { ...(toast.kind === 'error' ? { about: failing } : {}), ...toast, id: lastId }])
}

/** Notes a failed call: an error shown in the same turn is about this call. */
export function noteFailed(name: string) {
  failing = name
  setTimeout(() => {
    failing = undefined
  })
}

/** Notes a successful call: closes the errors about it. */
export function noteSucceeded(name: string) {
  if (open.some(({ about }) => about === name)) setOpen(open.filter(({ about }) => about !== name))
}

/** The open notifications, oldest first. */
export const openToasts = () => open

export const closeToast = (id: number) => setOpen(open.filter((toast) => toast.id !== id))

/** Calls the listener after every change of the open notifications. Returns the function that stops it. */
export function onToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setOpen(toasts: readonly OpenToast[]) {
  open = toasts
  for (const listener of listeners) listener()
}
