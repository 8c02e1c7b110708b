import { useEffect, useId, useRef } from 'react'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { FileLabel } from './FileLabel.tsx'
import '#src/platform/web/styles/facts.css'

type AttachedFilesProps = {
  files: readonly { id: string; name: string; bytes: number }[]
  /** Path of a file's download. */
  pathOf: (id: string) => string
}

/** Files that the customer attached, each with its download. */
export function AttachedFiles({ files, pathOf }: AttachedFilesProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  // Target of the link to the files in mails.
  useEffect(() => {
    if (location.hash === '#dateien') section.current?.scrollIntoView()
  }, [])
  if (files.length === 0) return null
  return (
    <section ref={section} className="stack tight" aria-labelledby={titleId}>
      <h3 id={titleId} className="small-head">
        Dateien
      </h3>
      <ul className="attached">
        {files.map(({ id, name, bytes }) => (
          <li key={id}>
            <FileLabel name={name} bytes={bytes} />
            <DownloadButton path={pathOf(id)} name={name}>
              Herunterladen<span className="unseen">: {name}</span>
            </DownloadButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
