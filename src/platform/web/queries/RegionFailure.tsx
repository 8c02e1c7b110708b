import { type IconComponent, RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '../parts/Note.tsx'

type RegionFailureProps = { title: string; text?: string | undefined; Icon?: IconComponent; onRetry: () => void }

/** Part of a page that could not be loaded, with a button to retry; the rest of the page still works. */
export function RegionFailure({ title, text, Icon = RotateCw, onRetry }: RegionFailureProps) {
  return (
    <Note
      kind="bad"
      role="alert"
      title={title}
      actions={
        <button type="button" className="button secondary small" onClick={onRetry}>
          <Icon />
          Erneut versuchen
        </button>
      }
    >
      {text}
    </Note>
  )
}

/** The same in a card whose table reaches the edges. */
export const CardFailure = (props: RegionFailureProps) => (
  <div className="card-body">
    <RegionFailure {...props} />
  </div>
)
