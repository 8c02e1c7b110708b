import { useDashboard } from '#src/dashboard/ui/LoadedDashboard.tsx'
import { CompanyServices } from './CompanyServices.tsx'

/** Page of the company's services and prices. */
export default function ServicesPage() {
  const { company, live } = useDashboard()
  return <CompanyServices companyId={company.id} by="owner" live={live} />
}
