import { redirect } from 'react-router'

/** The dashboard's other address (docs/spec.md#routes). */
export const loader = () => redirect('/dashboard')

export default function ProviderDashboardPage() {
  return null
}
