import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import { Cross } from '#src/platform/web/parts/Dialog.tsx'
import { ModalDialog } from '#src/platform/web/parts/ModalDialog.tsx'
import './picture-viewer.css'

export type ViewerProps = { companyName: string; images: readonly string[]; captions: Record<string, string>; onClose: () => void }

/** All pictures of a company, one after the other: swiped, by buttons, or by the arrow keys. */
export default function PictureViewer({ companyName, images, captions, onClose }: ViewerProps) {
  const id = useId()
  const strip = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const last = images.length - 1

  function show(place: number) {
    const target = Math.max(0, Math.min(place, last))
    strip.current?.scrollTo({ left: target * strip.current.clientWidth })
  }
  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }
  /** Picture that fills the strip after any kind of navigation. */
  function follow() {
    if (strip.current) setAt(Math.round(strip.current.scrollLeft / strip.current.clientWidth))
  }

  return (
    <ModalDialog isClosedByBack className="picture-viewer" labelledBy={id} onClose={onClose} onKeyDown={move}>
      <div className="row between viewer-head">
        <h2 id={id} className="title">
          Bilder von {companyName}
        </h2>
        <Cross label="Bilder schließen" onClose={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways and must be reachable with the keyboard */}
      <ul ref={strip} className="viewer-strip" tabIndex={0} aria-label="Bilder" onScroll={follow}>
        {images.map((image, place) => (
          <li key={image}>
            <figure>
              <img className="art" src={image} alt={captions[image] ?? `Bild ${place + 1}`} width="1200" height="900" decoding="async" />
              <figcaption>{captions[image]}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <div className="viewer-foot">
        <Step label="Vorheriges Bild" isOff={at === 0} onClick={() => show(at - 1)}>
          <ChevronLeft />
        </Step>
        <p className="number" role="status">
          Bild {at + 1} von {images.length}
        </p>
        <Step label="Nächstes Bild" isOff={at === last} onClick={() => show(at + 1)}>
          <ChevronRight />
        </Step>
      </div>
    </ModalDialog>
  )
}

/** Never disabled, so that it keeps the focus at both ends. */
function Step({ label, isOff, onClick, children }: { label: string; isOff: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="cross" aria-label={label} aria-disabled={isOff || undefined} onClick={isOff ? undefined : onClick}>
      {children}
    </button>
  )
}
