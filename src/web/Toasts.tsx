import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import { notifications } from './defaults.ts'
import { ToastCard } from './ToastCard.tsx'
import { receiveToasts, type Toast } from './toast.ts'

/** Draws the notifications with our own markup; the library places, stacks and times them. Loaded by ToastHost. */
export default function Toasts() {
  useEffect(() => receiveToasts(present), [])
  return (
    <Toaster
      className="toasts"
      containerAriaLabel="Meldungen"
      position="bottom-right"
      expand
      visibleToasts={notifications.atOnce}
      offset={24}
      mobileOffset={{ bottom: 84, left: 12, right: 12 }}
    />
  )
}

const present = (toast: Toast) =>
  sonner.custom((id) => <ToastCard {...toast} onClose={() => sonner.dismiss(id)} />, {
    duration: toast.kind === 'error' ? Number.POSITIVE_INFINITY : notifications.visibleMs,
  })
