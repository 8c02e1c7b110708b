import type { ReactNode } from 'react'

type BusyButtonProps = { isBusy: boolean; className?: string; type?: 'submit' | 'button'; onClick?: () => void; children: ReactNode }

/** Button that keeps its place and the focus while its action is running. */
export function BusyButton({ isBusy, className = 'button primary wide', type = 'submit', onClick, children }: BusyButtonProps) {
  return (
    <button type={type} className={className} aria-busy={isBusy || undefined} aria-disabled={isBusy || undefined} onClick={onClick}>
      {children}
    </button>
  )
}
