import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useStepUp } from '#src/accounts/ui/StepUp.tsx'
import { smallPicture } from '#src/files/pictureRules.ts'
import { DropTarget } from '#src/files/ui/DropTarget.tsx'
import { FileLabel } from '#src/files/ui/FileLabel.tsx'
import { CallError, call } from '#src/web/call.ts'
import { showToast } from '#src/web/toast.ts'
import { type CompanyImages, imageAccept, imageLimits, imageTexts } from '../imageRules.ts'
import type { PicturedCompany } from './ImageManager.tsx'
import { type GalleryUploads, type ImageUpload, useGalleryUploads } from './ImageUpload.tsx'
import { RemoveImage } from './RemoveImage.tsx'

type GalleryEditorProps = { company: PicturedCompany; onChanged: (images: CompanyImages) => void }

/** Up to five pictures in the order they are shown; the first stands on the card of the search. */
export function GalleryEditor({ company, onChanged }: GalleryEditorProps) {
  const ask = useStepUp()
  const uploads = useGalleryUploads({ companyId: company.id, ask, onStored: onChanged })
  const { move, spoken } = useOrder({ company, onChanged })
  const shown = company.gallery_images
  const room = imageLimits.gallery - shown.length
  return (
    <section className="card" aria-labelledby="gallery-title">
      <div className="ch">
        <h2 id="gallery-title">Galerie</h2>
        <span className="sm dim num">
          {shown.length} von {imageLimits.gallery}
        </span>
      </div>
      <div className="cb stack">
        {shown.length === 0 ? <p className="mut">Noch keine Bilder. Das erste Bild steht auch in der Suche.</p> : null}
        {shown.length === 0 ? null : <GalleryList company={company} onMove={move} onChanged={onChanged} />}
        <p className="sr" role="status">
          {spoken}
        </p>
        {room > 0 ? (
          <DropTarget id="gallery-files" label="Bilder auswählen" accept={imageAccept} isMultiple onFiles={uploads.add} />
        ) : (
          <p className="mut sm">{imageTexts.galleryFull}</p>
        )}
        <p className="hint" id="gallery-files-hint">
          Bis zu {imageLimits.gallery} Bilder. {imageTexts.wrongTypeHelp} {imageTexts.tooLargeHelp}
        </p>
        <UploadList uploads={uploads} />
      </div>
    </section>
  )
}

/** Moves pictures; the new order is shown at once and taken back when the server refuses it. */
function useOrder({ company, onChanged }: GalleryEditorProps) {
  const ask = useStepUp()
  const [spoken, setSpoken] = useState('')
  async function move(from: number, to: number) {
    const before = { logo_url: company.logo_url, gallery_images: company.gallery_images }
    const urls = [...before.gallery_images]
    const [taken] = urls.splice(from, 1)
    if (taken === undefined || to < 0 || to > urls.length || from === to) return
    urls.splice(to, 0, taken)
    onChanged({ ...before, gallery_images: urls })
    setSpoken(`Bild steht jetzt an Stelle ${to + 1} von ${urls.length}.`)
    try {
      onChanged(await ask(() => call('order-gallery', { companyId: company.id, urls })))
    } catch (error) {
      onChanged(before)
      showToast({ kind: 'error', title: 'Reihenfolge nicht gespeichert', ...(error instanceof CallError ? { text: error.message } : {}) })
    }
  }
  return { move: (from: number, to: number) => void move(from, to), spoken }
}

type GalleryListProps = GalleryEditorProps & { onMove: (from: number, to: number) => void }

function GalleryList({ company, onMove, onChanged }: GalleryListProps) {
  const [dragged, setDragged] = useState<number>()
  const urls = company.gallery_images
  const drop = (event: DragEvent, place: number) => {
    event.preventDefault()
    if (dragged !== undefined) onMove(dragged, place)
    setDragged(undefined)
  }
  return (
    <ol className="img-g" aria-label="Bilder der Galerie">
      {urls.map((url, place) => (
        <li
          key={url}
          className={dragged === place ? 'moving' : undefined}
          draggable
          onDragStart={() => setDragged(place)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => {
            if (dragged !== undefined) event.preventDefault()
          }}
          onDrop={(event) => drop(event, place)}
        >
          <img
            className="art"
            src={smallPicture(url)}
            alt={`Bild ${place + 1}`}
            width="240"
            height="180"
            draggable={false}
            loading="lazy"
          />
          <div className="img-a">
            <Move label={`Bild ${place + 1} nach vorn`} isOff={place === 0} onClick={() => onMove(place, place - 1)}>
              <ArrowLeft />
            </Move>
            <Move label={`Bild ${place + 1} nach hinten`} isOff={place === urls.length - 1} onClick={() => onMove(place, place + 1)}>
              <ArrowRight />
            </Move>
            <RemoveImage url={url} name={`Bild ${place + 1}`} onChanged={onChanged} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Stays in the order of the keyboard at both ends, so that the focus is not lost while a picture travels. */
function Move({ label, isOff, onClick, children }: { label: string; isOff: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="x" aria-label={label} aria-disabled={isOff || undefined} onClick={isOff ? undefined : onClick}>
      {children}
    </button>
  )
}

function UploadList({ uploads }: { uploads: GalleryUploads }) {
  if (uploads.uploads.length === 0) return null
  return (
    <ul className="files" aria-label="Neue Bilder">
      {uploads.uploads.map((upload) => (
        <li key={upload.key} className={upload.state === 'failed' ? 'file bad' : 'file'}>
          <FileLabel name={upload.name} bytes={upload.bytes} />
          <UploadActions upload={upload} uploads={uploads} />
          <UploadState upload={upload} />
        </li>
      ))}
    </ul>
  )
}

function UploadActions({ upload, uploads }: { upload: ImageUpload; uploads: GalleryUploads }) {
  if (upload.state !== 'failed') return null
  return (
    <span className="file-a">
      {upload.complaint.canRetry ? (
        <button type="button" className="x" aria-label={`${upload.name} erneut hochladen`} onClick={() => uploads.retry(upload)}>
          <RotateCw />
        </button>
      ) : null}
      <button type="button" className="x" aria-label={`${upload.name} aus der Liste nehmen`} onClick={() => uploads.dismiss(upload)}>
        <X />
      </button>
    </span>
  )
}

function UploadState({ upload }: { upload: ImageUpload }) {
  if (upload.state === 'failed') {
    return (
      <p className="file-s" role="alert">
        <b>{upload.complaint.title}</b> {upload.complaint.text}
      </p>
    )
  }
  const percent = Math.floor(upload.sent * 100)
  return (
    <div className="file-s file-p">
      <progress max={100} value={percent} aria-label={`${upload.name} wird hochgeladen`}>
        {percent} %
      </progress>
      <span className="xs dim num">{percent} %</span>
    </div>
  )
}
