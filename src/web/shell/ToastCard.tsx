import { CircleAlert, CircleCheck, Info, X } from '#src/web/icons/Icons.tsx'
import type { Toast } from './toast.ts'

const looks = {
  success: { className: 'toast', Icon: CircleCheck },
  error: { className: 'toast bad', Icon: CircleAlert },
  info: { className: 'toast info', Icon: Info },
} as const

type CardParts = { onClose: () => void; onFocus?: () => void; onBlur?: () => void }

/** One notification. */
export function ToastCard({ kind, title, text, action, onClose, onFocus, onBlur }: Toast & CardParts) {
  const { className, Icon } = looks[kind]
  function act() {
    onClose()
    action?.run()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears only that the focus came or went
    <div className={className} role={kind === 'error' ? 'alert' : 'status'} onFocus={onFocus} onBlur={onBlur}>
      <Icon />
      <div>
        <b>{title}</b>
        {text ? <p>{text}</p> : null}
        {action ? (
          <button type="button" className="button neutral small" onClick={act}>
            {action.label}
          </button>
        ) : null}
      </div>
      <button type="button" className="cross" aria-label="Meldung schließen" onClick={onClose}>
        <X />
      </button>
    </div>
  )
}
