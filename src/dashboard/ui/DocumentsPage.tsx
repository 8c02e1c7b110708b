import { Documents } from '#src/documents/company/Documents.tsx'
import { MonthFile } from '#src/documents/company/MonthFile.tsx'
import { CustomerInvoices } from '#src/documents/customers/CustomerInvoices.tsx'
import { PayoutStatements } from '#src/payouts/statements/PayoutStatements.tsx'
import { useDashboard } from './LoadedDashboard.tsx'

/** Documents of a company: invoices to its customers, the operator's invoices to it, and its account statements. */
export default function DocumentsPage() {
  const { company, live } = useDashboard()
  return (
    <>
      <CustomerInvoices companyId={company.id} live={live} />
      <Documents companyId={company.id} live={live} />
      <MonthFile companyId={company.id} live={live} />
      <PayoutStatements companyId={company.id} live={live} />
    </>
  )
}
