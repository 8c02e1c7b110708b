import { RotateCw, Upload as UploadSign, X } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { Note } from '#src/web/Note.tsx'
import { attachmentAccept, fileTexts } from '../rules.ts'
import './files.css'
import { FileLabel } from './FileLabel.tsx'
import type { Upload, Uploads } from './Uploads.tsx'

/** `id` names the file input. `tooMany` is what the form says when more files are chosen than it takes. */
type FileDropProps = { id: string; uploads: Uploads; max: number; tooMany: { title: string; text: string } }

/** Files by dropping or choosing, each with its progress, its complaint and its way out. The uploads belong to the owner (`useUploads`). */
export function FileDrop({ id, uploads, max, tooMany }: FileDropProps) {
  return (
    <div className="f">
      <span className="lb">
        Dateien <span className="opt">(optional)</span>
      </span>
      <DropTarget id={id} onFiles={uploads.add} />
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
      <p className="sr" role="status">
        {spokenState(uploads)}
      </p>
    </div>
  )
}

function DropTarget({ id, onFiles }: { id: string; onFiles: (files: readonly File[]) => void }) {
  const [isOver, setIsOver] = useState(false)
  useNoStrayDrops()
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        className="sr"
        type="file"
        multiple
        accept={attachmentAccept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Emptied, so that choosing the same file again after removing it is a change.
          event.target.value = ''
        }}
      />
      <UploadSign aria-hidden="true" />
      <span>
        <b>Dateien auswählen</b>
        <span className="drop-or"> oder hierher ziehen</span>
      </span>
    </label>
  )
}

/** A file dropped beside the target would make the browser leave the page, and what was typed with it. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}

function FileRow({ upload, uploads, inputId }: { upload: Upload; uploads: Uploads; inputId: string }) {
  const isFailed = upload.state === 'failed'
  return (
    <li className={isFailed ? 'file bad' : 'file'}>
      <FileLabel name={upload.name} bytes={upload.bytes} />
      <span className="file-a">
        {isFailed && upload.complaint.canRetry ? (
          <button type="button" className="x" aria-label={`${upload.name} erneut hochladen`} onClick={() => uploads.retry(upload)}>
            <RotateCw />
          </button>
        ) : null}
        <button
          type="button"
          className="x"
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
      <p className="file-s" role="alert">
        <b>{upload.complaint.title}</b> {upload.complaint.help}
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

function spokenState(uploads: Uploads) {
  if (uploads.isSending) return 'Dateien werden hochgeladen.'
  if (uploads.stored.length === 0) return ''
  return uploads.stored.length === 1 ? '1 Datei hochgeladen.' : `${uploads.stored.length} Dateien hochgeladen.`
}
