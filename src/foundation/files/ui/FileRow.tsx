import type { MouseEvent } from 'react'
import { RotateCw, X } from '#src/platform/web/icons/Icons.tsx'
import { FileLabel } from './FileLabel.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import type { Complaint } from './UploadRequest.tsx'

type FileRowProps = {
  upload: { name: string; bytes: number } & (
    | { state: 'sending'; sent: number }
    | { state: 'stored' }
    | { state: 'failed'; complaint: Complaint }
  )
  removeLabel: string
  /** The pressed button may disappear: both callbacks move the focus. */
  onRetry: (event: MouseEvent) => void
  /** Without it, the file cannot be removed yet. */
  onRemove: ((event: MouseEvent) => void) | undefined
}

/** One file of a list with its buttons, and its progress or error. */
export function FileRow({ upload, removeLabel, onRetry, onRemove }: FileRowProps) {
  const complaint = upload.state === 'failed' ? upload.complaint : undefined
  return (
    <li className={complaint ? 'file bad' : 'file'}>
      <FileLabel name={upload.name} bytes={upload.bytes} />
      {onRemove ? (
        <span className="file-actions">
          {complaint?.canRetry ? (
            <button type="button" className="cross" aria-label={`${upload.name} erneut hochladen`} onClick={onRetry}>
              <RotateCw />
            </button>
          ) : null}
          <button type="button" className="cross" aria-label={removeLabel} onClick={onRemove}>
            <X />
          </button>
        </span>
      ) : null}
      {complaint ? (
        <p className="file-state" role="alert">
          <b>{complaint.title}</b> {complaint.text}
        </p>
      ) : null}
      {upload.state === 'sending' ? <UploadProgress name={upload.name} sent={upload.sent} /> : null}
    </li>
  )
}
