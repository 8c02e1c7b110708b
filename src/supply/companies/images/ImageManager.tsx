import { GalleryEditor } from './GalleryEditor.tsx'
import { LogoEditor } from './LogoEditor.tsx'
import type { CompanyImages, PicturedCompany } from './rules.ts'
import './images.css'

type ImageManagerProps = { company: PicturedCompany; onChanged: (images: CompanyImages) => void }

/** Logo and gallery: upload, crop, order, remove. Shows the server's response after every change. */
export function ImageManager({ company, onChanged }: ImageManagerProps) {
  return (
    <div className="images">
      <LogoEditor company={company} onChanged={onChanged} />
      <GalleryEditor company={company} onChanged={onChanged} />
    </div>
  )
}
