import type { ReactNode } from 'react'
import { MarkApart } from './Mark.tsx'

/** An empty list: the mark pulled apart, a statement, one sentence of help, at most one button or link. */
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
      <MarkApart />
      <Heading>{title}</Heading>
      <p className="muted">{text}</p>
      {action}
    </div>
  )
}
