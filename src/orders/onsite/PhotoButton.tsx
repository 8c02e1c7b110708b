import { type ReactNode, useState } from 'react'
import { previewSize } from '#src/foundation/files/pictureRules.ts'
import { FetchedPicture } from '#src/foundation/files/ui/FetchedPicture.tsx'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import './work.css'

type ButtonProps = {
  /** Subject of the photo, for its title and its alternative text. */
  label: string
  name: string
  uploadedAt: Date
  path: string
  /** Authorization beyond the session: the booking's key. */
  headers?: Record<string, string>
  /** Further actions on the large photo; `close` closes it. */
  acts?: (close: () => void) => ReactNode
}

/** Photo as a small picture, which opens full-size. */
export function PhotoButton({ label, name, uploadedAt, path, headers = {}, acts }: ButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" className="work-photo" aria-label={`${label} vergrößern`} onClick={() => setIsOpen(true)}>
        <FetchedPicture path={`${path}&view=small`} headers={headers} alt="" waiting="work-waiting" {...previewSize} />
      </button>
      {isOpen ? (
        <Dialog
          title={label}
          bodyLabel="Foto"
          onClose={close}
          foot={
            <>
              {acts?.(close)}
              <DownloadButton path={path} name={name} headers={headers}>
                Herunterladen
              </DownloadButton>
            </>
          }
        >
          <p className="small muted">{formatMoment(uploadedAt)}</p>
          <FetchedPicture path={`${path}&view=large`} headers={headers} alt={label} className="work-large" waiting="work-waiting" />
        </Dialog>
      ) : null}
    </>
  )
}
