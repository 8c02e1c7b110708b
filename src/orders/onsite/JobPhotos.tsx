import { useAction } from '#src/platform/web/forms/useAction.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { AddPhoto } from './AddPhoto.tsx'
import { PhotoGrid } from './PhotoGrid.tsx'
import type { JobWorkView } from './rules.ts'
import { photoKinds, photoKindTexts, workLimits, workTexts } from './texts.ts'

type Ids = { companyId: string; bookingId: string }
type PhotosProps = { ids: Ids; work: JobWorkView; onDone: () => unknown }
const texts = workTexts.company

/** Photos before and after the work: shown, added with the phone's camera, and deleted within their time. */
export function JobPhotos({ ids, work, onDone }: PhotosProps) {
  const { action } = useAction()
  if (!work.is_open && work.photos.length === 0) return null
  const remove = (id: string) =>
    void action(async () => {
      await call('remove-work-photo', { ...ids, id })
      showToast({ kind: 'success', title: texts.removed })
      onDone()
    }, texts.removeFailed)
  const pathOf = (id: string) => `/functions/v1/work-photo?${new URLSearchParams({ ...ids, id })}`
  return (
    <div className="stack">
      <h4>{texts.photos}</h4>
      {work.is_open ? <p className="small muted">{texts.photosHint}</p> : null}
      {photoKinds.map((kind) => {
        const photos = work.photos.filter((photo) => photo.kind === kind)
        const deletable = work.photos.flatMap(({ id, is_deletable: isDeletable }) => (isDeletable ? [id] : []))
        return (
          <div key={kind} className="work-photos stack snug">
            <PhotoGrid kind={kind} photos={photos} pathOf={pathOf} deletable={deletable} onRemove={remove} />
            {work.is_open && photos.length < workLimits.photos ? (
              <AddPhoto ids={ids} what={{ kind }} onDone={onDone} label={texts.upload} more={photoKindTexts[kind]} />
            ) : null}
          </div>
        )
      })}
    </div>
  )
}
