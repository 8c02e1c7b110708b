import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { CheckingAccess, DashboardCodeStep } from '../signIn/DashboardCodeStep.tsx'
import { useSignInAgain } from '../signIn/SignInAgain.tsx'
import { type DashboardProgress, useDashboardData } from './DashboardData.tsx'
import { DashboardFailed, DashboardLoading, NoCompany } from './DashboardStates.tsx'
import { LoadedDashboard } from './LoadedDashboard.tsx'

/** Shows one of: check, code, loading, dashboard, or the reason why there is none. */
export function DashboardScreen({ email }: { email: string }) {
  const dashboard = useDashboardData(useSignInAgain())
  return <Screen email={email} {...dashboard} />
}

type ScreenProps = { email: string } & ReturnType<typeof useDashboardData>

function Screen({ email, progress, reopen, refresh, reread, choose, patch }: ScreenProps) {
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
  const company = shownCompany(progress)
  if (!company) return <NoCompany onFound={choose} />
  return <LoadedDashboard data={progress.data} company={company} onRefresh={refresh} onReread={reread} onChoose={choose} onPatch={patch} />
}

const shownCompany = ({ data }: Extract<DashboardProgress, { state: 'loaded' }>) =>
  data.companies.find(({ id }) => id === data.company) ?? data.companies[0]
