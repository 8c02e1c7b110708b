import { Note } from '#src/platform/web/parts/Note.tsx'
import { attachmentAccept, fileTexts } from '../rules.ts'
import { DropTarget } from './DropTarget.tsx'
import './files.css'
import { FileRow } from './FileRow.tsx'
import type { Uploads } from './Uploads.tsx'

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
            <FileRow
              key={upload.key}
              upload={upload}
              removeLabel={`${upload.name} entfernen`}
              onRetry={() => uploads.retry(upload)}
              onRemove={() => {
                uploads.remove(upload)
                document.getElementById(id)?.focus()
              }}
            />
          ))}
        </ul>
      )}
      <p className="unseen" role="status">
        {spokenState(uploads)}
      </p>
    </div>
  )
}

function spokenState(uploads: Uploads) {
  if (uploads.isSending) return 'Dateien werden hochgeladen.'
  if (uploads.stored.length === 0) return ''
  return uploads.stored.length === 1 ? '1 Datei hochgeladen.' : `${uploads.stored.length} Dateien hochgeladen.`
}
