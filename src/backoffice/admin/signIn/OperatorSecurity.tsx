import { useState } from 'react'
import { SecurityRows } from '#src/foundation/accounts/security/SecurityRows.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'

const pageSize = 25

/** Security events: of a company's account; without a company those of the administration and of sign-ins with unknown addresses. */
export function OperatorSecurity({ companyId }: { companyId?: string }) {
  const [page, setPage] = useState(1)
  const { queryResult, reload } = useQuery('admin-list-security-events', { ...(companyId ? { companyId } : {}), page, pageSize })
  return <SecurityRows pageSize={pageSize} queryResult={queryResult} onRetry={() => void reload()} onPage={setPage} />
}
