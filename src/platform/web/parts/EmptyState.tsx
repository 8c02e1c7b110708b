import type { ReactNode } from 'react'
import { LogoApart } from './Logo.tsx'

/** Empty list: the logo pulled apart, a statement, one sentence of help, at most one button or link. */
export function EmptyState({
  title,
  text,
  action,
  as: Heading = 'h3',
}: {
  title: string
  text: string
  action?: ReactNode
  as?: 'h2' | 'h3' | 'h4'
}) {
  return (
    <div className="empty">
      <LogoApart />
      <Heading>{title}</Heading>
      <p className="muted">{text}</p>
      {action}
    </div>
  )
}
