import { Documents } from '#src/documents/company/Documents.tsx'
import { MonthFile } from '#src/documents/company/MonthFile.tsx'
import { CustomerInvoices } from '#src/documents/customers/CustomerInvoices.tsx'
import { PayoutStatements } from '#src/payouts/statements/PayoutStatements.tsx'
import { useDashboard } from './LoadedDashboard.tsx'

/** The papers of a company: the invoices to its customers, ours to it, and the statements of its account with us. */
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
