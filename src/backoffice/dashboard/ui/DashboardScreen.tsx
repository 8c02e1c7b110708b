import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { CheckingAccess, DashboardCodeStep } from '../signIn/DashboardCodeStep.tsx'
import { useSignInAgain } from '../signIn/SignInAgain.tsx'
import { useDashboardData } from './DashboardData.tsx'
import { DashboardFailed, DashboardLoading, NoCompany } from './DashboardStates.tsx'
import { LoadedDashboard } from './LoadedDashboard.tsx'

/** Shows one of: check, code, loading, dashboard, or the reason why there is none. */
export function DashboardScreen({ email }: { email: string }) {
  const { progress, reopen, refresh, reread, choose, patch } = useDashboardData(useSignInAgain())
  if (progress.state === 'checking') {
    return (
      <CardPage>
        <CheckingAccess />
      </CardPage>
    )
  }
  if (progress.state === 'noCompany') return <NoCompany onFound={choose} />
  if (progress.state === 'gate') return <DashboardCodeStep email={email} onPassed={reopen} />
  if (progress.state === 'loading') return <DashboardLoading />
  if (progress.state === 'failed') return <DashboardFailed message={progress.message} onRetry={reopen} />
  const { data } = progress
  const company = data.companies.find(({ id }) => id === data.company) ?? data.companies[0]
  if (!company) return <NoCompany onFound={choose} />
  return <LoadedDashboard data={data} company={company} onRefresh={refresh} onReread={reread} onChoose={choose} onPatch={patch} />
}
