import { redirect } from 'react-router'

/** The dashboard's other address (specification 2). */
export const loader = () => redirect('/dashboard')

export default function ProviderDashboardPage() {
  return null
}
