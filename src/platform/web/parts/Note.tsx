import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from '#src/platform/web/icons/Icons.tsx'

const kinds = {
  bad: { className: 'note bad', Icon: CircleAlert },
  warn: { className: 'note warning', Icon: TriangleAlert },
  info: { className: 'note info', Icon: Info },
  ok: { className: 'note good', Icon: CircleCheck },
} as const

/** Coloured note with an icon: the event, and the next step. `actions` are buttons or links below the text. */
export function Note(props: {
  kind: keyof typeof kinds
  title?: string
  role?: 'alert' | 'status'
  actions?: ReactNode
  children?: ReactNode
}) {
  const { className, Icon } = kinds[props.kind]
  return (
    <div className={className} role={props.role}>
      <Icon />
      {props.title ? <b>{props.title}</b> : null}
      {props.children ? <span>{props.children}</span> : null}
      {props.actions ? <div className="actions">{props.actions}</div> : null}
    </div>
  )
}
