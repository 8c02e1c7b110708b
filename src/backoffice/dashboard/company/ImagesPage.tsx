import { ImageManager } from '#src/supply/companies/images/ImageManager.tsx'
import { useDashboard } from '../ui/LoadedDashboard.tsx'

/** Logo and gallery. */
export default function ImagesPage() {
  const { company, patchCompany } = useDashboard()
  return <ImageManager company={company} onChanged={patchCompany} />
}
