import { useState } from 'react'
import { type PictureView, previewSize } from '#src/foundation/files/pictureRules.ts'
import { FetchedPicture } from '#src/foundation/files/ui/FetchedPicture.tsx'
import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import type { MessageView } from '../rules.ts'

type FileProps = {
  file: MessageView['files'][number]
  /** Sender, for the alternative text. */
  by: string
  path: string
  /** Authorization beyond the session: the booking's key. */
  headers?: Record<string, string>
}

/** File of a message: a picture has a preview that opens full-size; every file can be downloaded. */
export function MessageFile({ file: { name, bytes, is_picture: isPicture }, by, path, headers = {} }: FileProps) {
  const [isOpen, setIsOpen] = useState(false)
  const picture = (view: PictureView) => ({ path: `${path}&view=${view}`, headers })
  const saving = (
    <DownloadButton path={path} name={name} headers={headers}>
      Herunterladen<span className="unseen">: {name}</span>
    </DownloadButton>
  )
  return (
    <div className="message-file row wrapping">
      {isPicture ? (
        <button type="button" className="message-picture" aria-label={`Foto von ${by} vergrößern: ${name}`} onClick={() => setIsOpen(true)}>
          <FetchedPicture {...picture('small')} waiting="message-waiting" alt="" {...previewSize} />
        </button>
      ) : null}
      <FileLabel name={name} bytes={bytes} />
      {saving}
      {isOpen ? (
        <Dialog title={name} bodyLabel="Foto" onClose={() => setIsOpen(false)} foot={saving}>
          <FetchedPicture {...picture('large')} waiting="message-waiting" alt={`Foto von ${by}: ${name}`} className="message-photo" />
        </Dialog>
      ) : null}
    </div>
  )
}
