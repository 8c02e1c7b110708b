import { useEffect, useRef } from 'react'
import { Note } from '#src/platform/web/parts/Note.tsx'

/** Note after a press of a button in the dialog's footer: announced to screen readers, and scrolled into view. */
export function NoteInView({ kind, title, text }: { kind: 'bad' | 'warn'; title?: string; text: string }) {
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
