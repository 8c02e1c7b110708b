import type { ReactNode } from 'react'

type BusyButtonProps = { isBusy: boolean; className?: string; type?: 'submit' | 'button'; onClick?: () => void; children: ReactNode }

/** A button that stays where it is and keeps the focus while its act is under way. */
export function BusyButton({ isBusy, className = 'button primary wide', type = 'submit', onClick, children }: BusyButtonProps) {
  return (
    <button type={type} className={className} aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined} onClick={onClick}>
      {children}
    </button>
  )
}
