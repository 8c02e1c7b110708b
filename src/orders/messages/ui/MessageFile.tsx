import { useEffect, useRef, useState } from 'react'
import { type PictureView, previewSize } from '#src/foundation/files/pictureRules.ts'
import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { fetchFile } from '#src/platform/web/queries/fetchFile.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
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
    <div className="message-file">
      {isPicture ? (
        <button type="button" className="message-picture" aria-label={`Foto von ${by} vergrößern: ${name}`} onClick={() => setIsOpen(true)}>
          <Picture {...picture('small')} alt="" {...previewSize} />
        </button>
      ) : null}
      <FileLabel name={name} bytes={bytes} />
      {saving}
      {isOpen ? (
        <Dialog title={name} bodyLabel="Foto" onClose={() => setIsOpen(false)} foot={saving}>
          <Picture {...picture('large')} alt={`Foto von ${by}: ${name}`} className="message-photo" />
        </Dialog>
      ) : null}
    </div>
  )
}

type PictureProps = { path: string; headers: Record<string, string>; alt: string; width?: number; height?: number; className?: string }

/**
 * Picture that needs an authorization header, which `img` cannot send. Fetched when it comes near the viewport, and shown as a data URL.
 */
function Picture({ path, headers, alt, ...shape }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [source, setSource] = useState<string>()
  const [isFailed, setIsFailed] = useState(false)
  const [round, setRound] = useState(0)
  const sent = JSON.stringify(headers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same headers, and a new round loads it again
  useEffect(() => {
    const waiting = place.current
    if (!waiting) return
    let isWanted = true
    const load = () =>
      fetchFile(path, headers)
        .then(dataUrl)
        .then(
          (url) => isWanted && setSource(url),
          () => isWanted && setIsFailed(true),
        )
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some((one) => one.isIntersecting)) return
        watch.disconnect()
        void load()
      },
      { rootMargin: '300px' },
    )
    watch.observe(waiting)
    return () => {
      isWanted = false
      watch.disconnect()
    }
  }, [path, sent, round])
  function retry() {
    setIsFailed(false)
    setRound((last) => last + 1)
  }
  if (source) return <img src={source} alt={alt} {...shape} />
  // A preview fails silently, because the file's name is shown beside it.
  if (isFailed && alt !== '') return <RegionFailure title="Das Foto konnte nicht geladen werden" onRetry={retry} />
  return <span ref={place} className="message-waiting" />
}

/** Converts to a data URL: the content security policy permits pictures only from our own origin and as data URLs. */
const dataUrl = (content: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(content)
  })
