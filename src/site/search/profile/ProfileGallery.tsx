import { type ComponentType, useState } from 'react'
import { mediumPicture, smallPicture } from '#src/foundation/files/pictureRules.ts'
import { Images } from '#src/platform/web/icons/Icons.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { PublicProfile } from '../query/rules.ts'
import { categoryPicture } from '../ui/CategoryIcon.tsx'
import type { ViewerProps } from './PictureViewer.tsx'

/** Up to five pictures; each opens alone in a new tab, all of them in a viewer. Without any, the category's picture has no link. */
export function ProfileGallery({ company }: { company: PublicProfile }) {
  const images = company.galleryImages.slice(0, 5)
  if (images.length === 0) return <CategoryPicture company={company} />
  return (
    <div className="gallery-frame">
      <section
        className={`gallery of-${images.length}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones the gallery scrolls sideways and must be reachable with the keyboard
        tabIndex={0}
        aria-label={images.length === 1 ? 'Bild' : `Galerie mit ${images.length} Bildern`}
      >
        {images.map((image, place) => (
          <a
            key={image}
            href={image}
            target="_blank"
            rel="noopener"
            aria-label={`Bild ${place + 1} von ${images.length} in neuem Tab öffnen${saidOf(company.captions[image])}`}
          >
            <img
              className="art"
              src={image}
              srcSet={`${smallPicture(image)} 480w, ${mediumPicture(image)} 640w, ${image} 1200w`}
              // On a phone all have the same width, but only the first is fully visible at once: the others use the small copy if it is
              // nearly large enough.
              sizes={place === 0 ? '(min-width: 768px) 50vw, 80vw' : '(min-width: 768px) 25vw, 60vw'}
              width="1200"
              height="900"
              alt={company.captions[image] ?? ''}
              decoding="async"
              loading={place === 0 ? 'eager' : 'lazy'}
              fetchPriority={place === 0 ? 'high' : 'auto'}
            />
          </a>
        ))}
      </section>
      {images.length > 1 ? <AllPictures company={company} images={images} /> : null}
    </div>
  )
}

const saidOf = (caption: string | undefined) => (caption === undefined ? '' : `: ${caption}`)

/** Opens the viewer, whose code loads with the first opening. */
function AllPictures({ company, images }: { company: PublicProfile; images: readonly string[] }) {
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps>>()
  const [isOpen, setIsOpen] = useState(false)
  async function open() {
    try {
      const { default: loaded } = await import('./PictureViewer.tsx')
      setViewer(() => loaded)
      setIsOpen(true)
    } catch {
      showToast({
        kind: 'error',
        title: 'Die Bilder konnten nicht geöffnet werden',
        text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      })
    }
  }
  return (
    <>
      <button type="button" className="button secondary small gallery-all needs-script" onClick={() => void open()}>
        <Images />
        Alle Bilder
      </button>
      {Viewer && isOpen ? (
        <Viewer companyName={company.companyName} images={images} captions={company.captions} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  )
}

function CategoryPicture({ company }: { company: PublicProfile }) {
  return (
    <div className="gallery-empty">
      <img className="art" src={categoryPicture(company.category)} width="480" height="270" alt="" />
    </div>
  )
}
