import type { ReactNode } from 'react'
import { invalidTexts } from '#src/platform/kit/problems.ts'
import { Note } from '../parts/Note.tsx'

type FieldError = { id: string; label: string }

/** 'Validierungsfehler' with links to the marked fields; stands above a form from the first failed submit on. */
export function ErrorSummary({ fields }: { fields: readonly FieldError[] }) {
  if (fields.length === 0) return null
  return (
    <Note kind="bad" role="alert" title={invalidTexts.title}>
      {invalidTexts.text}
      <span className="links">
        {fields.map((field) => (
          <FieldLink key={field.id} {...field} />
        ))}
      </span>
    </Note>
  )
}

/** Moves the focus itself: inside a dialog the address must not change, and the router must not scroll. */
function FieldLink({ id, label }: FieldError) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(id)?.focus()
      }}
    >
      Zum Feld „{label}“
    </a>
  )
}

/** Shows why an action failed; renders nothing if `text` is empty. */
export const Failure = ({ title, text }: { title: string; text: ReactNode }) =>
  text ? (
    <Note kind="bad" role="alert" title={title}>
      {text}
    </Note>
  ) : null
