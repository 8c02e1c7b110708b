import { PhotoButton } from './PhotoButton.tsx'
import { type PhotoView, photoAlt } from './rules.ts'
import { type PhotoKind, photoKindTexts, workTexts } from './texts.ts'
import './work.css'

type GridProps = {
  kind: PhotoKind
  photos: readonly PhotoView[]
  pathOf: (id: string) => string
  headers?: Record<string, string>
  /** Ids of photos that may be deleted. */
  deletable?: readonly string[]
  onRemove?: (id: string) => void
}

/** Photos of one kind as small pictures, which open full-size. */
export function PhotoGrid({ kind, photos, pathOf, headers = {}, deletable = [], onRemove }: GridProps) {
  return (
    <>
      <p className="small strong" id={`photos-${kind}`}>
        {photoKindTexts[kind]}
      </p>
      {photos.length > 0 ? (
        <ul className="work-grid" aria-labelledby={`photos-${kind}`}>
          {photos.map((one, index) => (
            <li key={one.id}>
              <PhotoButton
                label={photoAlt(one, index)}
                name={one.name}
                uploadedAt={new Date(one.uploaded_at)}
                path={pathOf(one.id)}
                headers={headers}
                acts={(close) =>
                  onRemove && deletable.includes(one.id) ? (
                    <button
                      type="button"
                      className="button danger small"
                      onClick={() => {
                        close()
                        onRemove(one.id)
                      }}
                    >
                      {workTexts.company.remove}
                    </button>
                  ) : null
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
