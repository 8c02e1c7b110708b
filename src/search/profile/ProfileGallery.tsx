import { smallPicture } from '#src/files/pictureRules.ts'
import type { PublicProfile } from '../query/rules.ts'
import { categoryPicture } from '../ui/CategoryIcon.tsx'

/** Up to five pictures; each opens alone in a new tab. Without any, the category's own picture stands there and opens nothing. */
export function ProfileGallery({ company }: { company: PublicProfile }) {
  const images = company.galleryImages.slice(0, 5)
  if (images.length === 0) return <CategoryPicture company={company} />
  return (
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
          aria-label={`Bild ${place + 1} von ${images.length} in neuem Tab öffnen`}
        >
          <img
            className="art"
            src={image}
            srcSet={`${smallPicture(image)} 480w, ${image} 1200w`}
            sizes={place === 0 ? '(min-width: 768px) 50vw, 86vw' : '(min-width: 768px) 25vw, 86vw'}
            width="1200"
            height="900"
            alt=""
            decoding="async"
            loading={place === 0 ? 'eager' : 'lazy'}
            fetchPriority={place === 0 ? 'high' : 'auto'}
          />
        </a>
      ))}
    </section>
  )
}

function CategoryPicture({ company }: { company: PublicProfile }) {
  return (
    <div className="gallery-empty">
      <img className="art" src={categoryPicture(company.category)} width="480" height="270" alt="" />
    </div>
  )
}
