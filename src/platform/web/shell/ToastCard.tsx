import { useEffect, useEffectEvent } from 'react'
import { CircleAlert, CircleCheck, Info, X } from '#src/platform/web/icons/Icons.tsx'
import { notifications } from '../queries/defaults.ts'
import type { Toast } from './toast.ts'

const looks = {
  success: { className: 'toast', Icon: CircleCheck },
  error: { className: 'toast bad', Icon: CircleAlert },
  info: { className: 'toast info', Icon: Info },
} as const

type CardParts = { isHeld: boolean; onClose: () => void }

/** One notification. It closes itself after its time; `isHeld` stops the clock, which then starts anew. */
export function ToastCard({ kind, title, text, action, isHeld, onClose }: Toast & CardParts) {
  const { className, Icon } = looks[kind]
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(), notifications.visibleMs)
    return () => clearTimeout(timer)
  }, [isHeld])
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
