import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import './sonner.css'
import { notifications } from '../reading/defaults.ts'
import { ToastCard } from './ToastCard.tsx'
import { receiveToasts, type Toast } from './toast.ts'

/** Draws the notifications with our own markup; the library places, stacks and times them. Loaded by ToastHost. */
export default function Toasts() {
  useEffect(() => receiveToasts({ show: present, withdraw }), [])
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

type Id = string | number
/** Errors on the screen, with the call that each is about. */
const errors = new Map<Id, string>()

/** The library's timer stops while the pointer is on the notifications; ours also stops while the focus is on them. */
function present(toast: Toast) {
  const card = (id: Id) => (
    <ToastCard {...toast} onClose={() => sonner.dismiss(id)} onFocus={() => draw(id, Number.POSITIVE_INFINITY)} onBlur={() => draw(id)} />
  )
  const draw = (id?: Id, duration: number = notifications.visibleMs) =>
    sonner.custom(card, { duration, ...(id === undefined ? {} : { id }), onDismiss: forget, onAutoClose: forget })
  const id = draw()
  if (toast.about) errors.set(id, toast.about)
}

const forget = ({ id }: { id: Id }) => {
  errors.delete(id)
}

function withdraw(about: string) {
  for (const [id, name] of errors) if (name === about) sonner.dismiss(id)
}
