import { ImageManager } from '#src/companies/ui/ImageManager.tsx'
import { useDashboard } from './LoadedDashboard.tsx'

/** Logo and gallery. */
export default function ImagesPage() {
  const { company, patchCompany } = useDashboard()
  return <ImageManager company={company} onChanged={patchCompany} />
}
