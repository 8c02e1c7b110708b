import type { ReactNode } from 'react'
import { useIsHydrated } from '../queries/useIsHydrated.ts'

type BusyButtonProps = {
  isBusy: boolean
  className?: string
  type?: 'submit' | 'button'
  /** True if the form cannot be sent without scripts: until they run, a press would reload the page and lose everything typed. */
  needsScripts?: boolean
  onClick?: () => void
  children: ReactNode
}

/** Button that keeps its place and the focus while its action is running. */
export function BusyButton({
  isBusy,
  className = 'button primary wide',
  type = 'submit',
  needsScripts = false,
  onClick,
  children,
}: BusyButtonProps) {
  const isHydrated = useIsHydrated()
  return (
    <button
      type={type}
      className={className}
      disabled={needsScripts && !isHydrated}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
