import { useDashboard } from '#src/dashboard/ui/LoadedDashboard.tsx'
import { CompanyServices } from './CompanyServices.tsx'

/** What the company offers and what it costs. */
export default function ServicesPage() {
  const { company, live } = useDashboard()
  return <CompanyServices companyId={company.id} by="owner" live={live} />
}
