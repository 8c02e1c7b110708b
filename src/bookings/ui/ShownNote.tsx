import { useEffect, useRef } from 'react'
import { Note } from '#src/web/parts/Note.tsx'

/** A note that answers a press of a button in the dialog's foot: announced, and scrolled to wherever it stands in the step. */
export function ShownNote({ kind, title, text }: { kind: 'bad' | 'warn'; title?: string; text: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="shown-note">
      <Note kind={kind} role="alert" {...(title ? { title } : {})}>
        {text}
      </Note>
    </div>
  )
}
