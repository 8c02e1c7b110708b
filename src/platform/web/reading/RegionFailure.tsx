import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '../parts/Note.tsx'

/** A part of a page that could not be loaded, with the way to try again; the rest of the page lives on. */
export function RegionFailure({ title, text, onRetry }: { title: string; text?: string | undefined; onRetry: () => void }) {
  return (
    <Note
      kind="bad"
      role="alert"
      title={title}
      actions={
        <button type="button" className="button secondary small" onClick={onRetry}>
          <RotateCw />
          Erneut versuchen
        </button>
      }
    >
      {text}
    </Note>
  )
}
