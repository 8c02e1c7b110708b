import { type DragEvent, useEffect, useState } from 'react'
import { Upload as UploadSign } from '#src/platform/web/icons/Icons.tsx'
import './files.css'

type DropTargetProps = {
  /** Id of the file input; the hint below it is `{id}-hint`. */
  id: string
  label: string
  accept: string
  isMultiple?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Area where files are dropped or chosen. */
export function DropTarget({ id, label, accept, isMultiple = false, onFiles }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false)
  useNoStrayDrops()
  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(event.dataTransfer.types.includes('Files'))
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        className="unseen"
        type="file"
        multiple={isMultiple}
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Reset, so that choosing the same file again after removing it fires a change event.
          event.target.value = ''
        }}
      />
      <UploadSign aria-hidden="true" />
      <span>
        <b>{label}</b>
        <span className="drop-or"> oder hierher ziehen</span>
      </span>
    </label>
  )
}

/** A file dropped outside of the target would make the browser leave the page and lose the typed input. */
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
