import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '../parts/Note.tsx'

/** Part of a page that could not be loaded, with a button to retry; the rest of the page still works. */
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
