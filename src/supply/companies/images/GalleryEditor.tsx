import { type DragEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { smallPicture } from '#src/foundation/files/pictureRules.ts'
import { DropTarget } from '#src/foundation/files/ui/DropTarget.tsx'
import { FileRow } from '#src/foundation/files/ui/FileRow.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ArrowLeft, ArrowRight } from '#src/platform/web/icons/Icons.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { Move, useReordering } from '../ui/Reordering.tsx'
import { type GalleryUploads, type ImageUpload, useGalleryUploads } from './ImageUpload.tsx'
import { PictureText } from './PictureText.tsx'
import { isFocusLost, RemoveImage } from './RemoveImage.tsx'
import { type CompanyImages, imageAccept, imageLimits, imageTexts, type PicturedCompany } from './rules.ts'
import '#src/foundation/files/ui/files.css'

type GalleryEditorProps = { company: PicturedCompany; onChanged: (images: CompanyImages) => void }

/** Up to five pictures in display order; the first is shown on the search card. */
export function GalleryEditor({ company, onChanged }: GalleryEditorProps) {
  const runCall = useRunCall()
  const { action } = useAction()
  const { id: companyId, gallery_images: ids } = company
  const save = (order: string[]) =>
    action(async () => onChanged(await call('order-gallery', { companyId, urls: order })), 'Reihenfolge nicht gespeichert')
  const { order: urls, move, spoken } = useReordering({ ids, nameOf: () => 'Bild', save })
  const uploads = useGalleryUploads({ companyId, shown: urls.length, runCall, onStored: onChanged })
  const section = useRef<HTMLElement>(null)
  const isFull = urls.length >= imageLimits.gallery
  useFocusOfFull(section, isFull)
  return (
    <section ref={section} className="card" aria-labelledby="gallery-title">
      <div className="card-head">
        <h2 id="gallery-title">Galerie</h2>
        <span className="small dim number">
          {urls.length} von {imageLimits.gallery}
        </span>
      </div>
      <div className="card-body stack">
        {urls.length === 0 ? (
          <p className="muted">Noch keine Bilder. Das erste Bild steht auch in der Suche.</p>
        ) : (
          <GalleryList
            companyId={companyId}
            urls={urls}
            onMove={move}
            onChanged={onChanged}
            onRemoved={(place) => focusNeighbour(section.current, place)}
          />
        )}
        <p className="unseen" role="status">
          {spoken}
        </p>
        {isFull ? (
          <p className="muted small full" tabIndex={-1}>
            {imageTexts.galleryFull}
          </p>
        ) : (
          <DropTarget id="gallery-files" label="Bilder auswählen" accept={imageAccept} isMultiple onFiles={uploads.add} />
        )}
        {isFull ? null : (
          <p className="hint" id="gallery-files-hint">
            Bis zu {imageLimits.gallery} Bilder. {imageTexts.wrongTypeHelp} {imageTexts.tooLargeHelp}
          </p>
        )}
        <UploadList uploads={uploads} />
      </div>
    </section>
  )
}

/** With the fifth picture the file input is removed; if it had the focus, the focus moves to the note about it. */
function useFocusOfFull(section: RefObject<HTMLElement | null>, isFull: boolean) {
  const wasFull = useRef(isFull)
  useEffect(() => {
    if (isFull && !wasFull.current && isFocusLost()) section.current?.querySelector<HTMLElement>('.full')?.focus({ preventScroll: true })
    wasFull.current = isFull
  }, [section, isFull])
}

/** Removing a picture removes its focused button; the focus moves to the picture that takes its place. */
function focusNeighbour(section: HTMLElement | null, place: number) {
  if (!section || !isFocusLost()) return
  const buttons = section.querySelectorAll<HTMLElement>('.pictures .remove-image')
  const next = buttons[Math.min(place, buttons.length - 1)] ?? section.querySelector<HTMLElement>('input[type=file]')
  next?.focus()
}

type GalleryListProps = {
  companyId: string
  urls: readonly string[]
  onMove: (from: number, to: number) => void
  onChanged: (images: CompanyImages) => void
  onRemoved: (place: number) => void
}

function GalleryList({ companyId, urls, onMove, onChanged, onRemoved }: GalleryListProps) {
  const { classOf, handlers } = useDragging(onMove)
  const { queryResult, reload } = useQuery('list-picture-texts', { companyId })
  const captionOf = (url: string) => queryResult.data?.texts.find((text) => text.url === url)?.caption ?? ''
  return (
    <ol className="pictures" aria-label="Bilder der Galerie">
      {urls.map((url, place) => (
        <li key={url} className={classOf(place)} draggable {...handlers(place)}>
          <img
            className="art"
            src={smallPicture(url)}
            alt={[`Bild ${place + 1}`, captionOf(url)].filter(Boolean).join(': ')}
            width="240"
            height="180"
            draggable={false}
            loading="lazy"
          />
          <div className="picture-actions">
            <Move label={`Bild ${place + 1} nach vorn`} isOff={place === 0} onClick={() => onMove(place, place - 1)}>
              <ArrowLeft />
            </Move>
            <Move label={`Bild ${place + 1} nach hinten`} isOff={place === urls.length - 1} onClick={() => onMove(place, place + 1)}>
              <ArrowRight />
            </Move>
            <PictureText companyId={companyId} url={url} place={place} caption={captionOf(url)} onSaved={() => void reload()} />
            <RemoveImage url={url} name={`Bild ${place + 1}`} onChanged={onChanged} onRemoved={() => onRemoved(place)} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Drags one picture onto the place of another. Touch users have the buttons. */
function useDragging(onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  function end() {
    setDragged(undefined)
    setOver(undefined)
  }
  const handlers = (place: number) => ({
    onDragStart: (event: DragEvent) => {
      // Firefox starts no drag without data.
      event.dataTransfer.setData('text/plain', '')
      event.dataTransfer.effectAllowed = 'move'
      setDragged(place)
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      setOver(place)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== undefined) onMove(dragged, place)
      end()
    },
  })
  const classOf = (place: number) => (place === dragged ? 'moving' : place === over ? 'over' : undefined)
  return { classOf, handlers }
}

function UploadList({ uploads }: { uploads: GalleryUploads }) {
  if (uploads.uploads.length === 0) return null
  return (
    <ul className="files" aria-label="Neue Bilder">
      {uploads.uploads.map((upload) => {
        /** The pressed button is removed, so move the focus first. */
        const act = (then: (one: ImageUpload) => void) => (event: MouseEvent) => {
          event.currentTarget.closest('section')?.querySelector<HTMLElement>('input[type=file], .full')?.focus()
          then(upload)
        }
        return (
          <FileRow
            key={upload.key}
            upload={upload}
            removeLabel={`${upload.name} aus der Liste nehmen`}
            onRetry={act(uploads.retry)}
            onRemove={upload.state === 'failed' ? act(uploads.dismiss) : undefined}
          />
        )
      })}
    </ul>
  )
}
