import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { CompanyServices } from './CompanyServices.tsx'

/** Page of the company's services and prices. */
export default function ServicesPage() {
  const { company, live } = useCompanyArea()
  return <CompanyServices companyId={company.id} by="owner" live={live} />
}
