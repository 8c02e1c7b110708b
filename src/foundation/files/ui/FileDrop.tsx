import { RotateCw, X } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { attachmentAccept, fileTexts } from '../rules.ts'
import { DropTarget } from './DropTarget.tsx'
import './files.css'
import { FileLabel } from './FileLabel.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import type { Upload, Uploads } from './Uploads.tsx'

/** `id`: id of the file input. `tooMany`: error if more files are chosen than `max`. */
type FileDropProps = { id: string; uploads: Uploads; max: number; tooMany: { title: string; text: string } }

/** Files by dropping or choosing, each with progress, error and a remove button. The caller owns the uploads (`useUploads`). */
export function FileDrop({ id, uploads, max, tooMany }: FileDropProps) {
  return (
    <div className="field">
      <span className="label">
        Dateien <span className="optional">(optional)</span>
      </span>
      <DropTarget id={id} label="Dateien auswählen" accept={attachmentAccept} isMultiple onFiles={uploads.add} />
      <p className="hint" id={`${id}-hint`}>
        Bis zu {max} Dateien. {fileTexts.wrongTypeHelp} {fileTexts.tooLargeHelp}
      </p>
      {uploads.isTooMany ? (
        <Note kind="bad" role="alert" title={tooMany.title}>
          {tooMany.text}
        </Note>
      ) : null}
      {uploads.uploads.length === 0 ? null : (
        <ul className="files" aria-label="Anhänge">
          {uploads.uploads.map((upload) => (
            <FileRow key={upload.key} upload={upload} uploads={uploads} inputId={id} />
          ))}
        </ul>
      )}
      <p className="unseen" role="status">
        {spokenState(uploads)}
      </p>
    </div>
  )
}

function FileRow({ upload, uploads, inputId }: { upload: Upload; uploads: Uploads; inputId: string }) {
  const isFailed = upload.state === 'failed'
  return (
    <li className={isFailed ? 'file bad' : 'file'}>
      <FileLabel name={upload.name} bytes={upload.bytes} />
      <span className="file-actions">
        {isFailed && upload.complaint.canRetry ? (
          <button type="button" className="cross" aria-label={`${upload.name} erneut hochladen`} onClick={() => uploads.retry(upload)}>
            <RotateCw />
          </button>
        ) : null}
        <button
          type="button"
          className="cross"
          aria-label={`${upload.name} entfernen`}
          onClick={() => {
            uploads.remove(upload)
            document.getElementById(inputId)?.focus()
          }}
        >
          <X />
        </button>
      </span>
      <FileProgress upload={upload} />
    </li>
  )
}

function FileProgress({ upload }: { upload: Upload }) {
  if (upload.state === 'stored') return null
  if (upload.state === 'failed') {
    return (
      <p className="file-state" role="alert">
        <b>{upload.complaint.title}</b> {upload.complaint.help}
      </p>
    )
  }
  return <UploadProgress name={upload.name} sent={upload.sent} />
}

function spokenState(uploads: Uploads) {
  if (uploads.isSending) return 'Dateien werden hochgeladen.'
  if (uploads.stored.length === 0) return ''
  return uploads.stored.length === 1 ? '1 Datei hochgeladen.' : `${uploads.stored.length} Dateien hochgeladen.`
}
