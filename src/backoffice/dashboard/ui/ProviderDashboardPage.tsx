import { redirect } from 'react-router'

/** Alias of the dashboard's path (docs/spec.md#routes). */
export const loader = () => redirect('/dashboard')

export default function ProviderDashboardPage() {
  return null
}
