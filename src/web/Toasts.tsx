import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import 'sonner/dist/styles.css'
import { notifications } from './defaults.ts'
import { receiveToasts, type Toast } from './toast.ts'

const looks = {
  success: { className: 'toast', Icon: CircleCheck },
  error: { className: 'toast bad', Icon: CircleAlert },
  info: { className: 'toast info', Icon: Info },
} as const

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

function ToastCard({ kind, title, text, action, onClose }: Toast & { onClose: () => void }) {
  const { className, Icon } = looks[kind]
  function act() {
    onClose()
    action?.run()
  }
  return (
    <div className={className} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon />
      <div>
        <b>{title}</b>
        {text ? <p>{text}</p> : null}
        {action ? (
          <button type="button" className="btn btn-g btn-sm" onClick={act}>
            {action.label}
          </button>
        ) : null}
      </div>
      <button type="button" className="x" aria-label="Meldung schließen" onClick={onClose}>
        <X />
      </button>
    </div>
  )
}
