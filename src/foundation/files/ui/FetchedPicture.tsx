import { useEffect, useRef, useState } from 'react'
import { fetchFile } from '#src/platform/web/queries/fetchFile.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'

type PictureProps = {
  path: string
  headers: Record<string, string>
  alt: string
  width?: number
  height?: number
  className?: string
  /** Class of the empty place until the picture is there. */
  waiting: string
}

/**
 * Picture that needs an authorization header, which `img` cannot send. Fetched when it comes near the viewport, and shown as a data URL.
 */
export function FetchedPicture({ path, headers, alt, waiting, ...shape }: PictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [source, setSource] = useState<string>()
  const [isFailed, setIsFailed] = useState(false)
  const [round, setRound] = useState(0)
  const sent = JSON.stringify(headers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same headers, and a new round loads it again
  useEffect(() => {
    const empty = place.current
    if (!empty) return
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
    watch.observe(empty)
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
  return <span ref={place} className={waiting} />
}

/** Converts to a data URL: the content security policy permits pictures only from our own origin and as data URLs. */
const dataUrl = (content: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(content)
  })
