import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { Toast } from './toast.ts'

const looks = {
  success: { className: 'toast', Icon: CircleCheck },
  error: { className: 'toast bad', Icon: CircleAlert },
  info: { className: 'toast info', Icon: Info },
} as const

/** One notification. */
export function ToastCard({ kind, title, text, action, onClose }: Toast & { onClose: () => void }) {
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
