import { PayoutStatements } from '#src/money/payouts/statements/PayoutStatements.tsx'
import { Documents } from '#src/orders/documents/company/Documents.tsx'
import { MonthFile } from '#src/orders/documents/company/MonthFile.tsx'
import { CustomerInvoices } from '#src/orders/documents/customers/CustomerInvoices.tsx'
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
