import { useState } from 'react'
import { CardPage, WayBack } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { WaysOut } from '#src/platform/web/shell/WorkShell.tsx'
import { useAdminSession } from '../signIn/AdminSession.tsx'
import { CodeStep } from '../signIn/CodeStep.tsx'
import { PasswordStep } from '../signIn/PasswordStep.tsx'
import type { Route } from './+types/AdminPage'
import { AdminShell } from './AdminShell.tsx'

/** The page has its own header and shows neither header nor footer of the marketplace (root.tsx). */
export const handle = { hasOwnShell: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ site: matches[0].loaderData, title: 'Admin', description: 'Verwaltungsbereich.' })

const SignInFoot = () => (
  <>
    <WayBack to="/">Zurück zur Startseite</WayBack>
    <WaysOut />
  </>
)

/** Both sign-in steps, then the shell (docs/spec.md#gates). The areas are child routes. */
export default function AdminPage() {
  const { progress, recheck, runCall, signOut } = useAdminSession()
  const [isBack, setIsBack] = useState(false)
  if (progress.state === 'authenticated') return <AdminShell expiresAt={progress.expires_at} runCall={runCall} onSignOut={signOut} />
  const hasPassed = progress.state === 'password'
  async function passOn() {
    setIsBack(false)
    await recheck()
  }
  return (
    <CardPage head={<p className="name">Verwaltung</p>} foot={<SignInFoot />}>
      {hasPassed && !isBack ? (
        <CodeStep onRecheck={recheck} onBack={() => setIsBack(true)} />
      ) : (
        <PasswordStep isChecking={progress.state === 'checking'} hasPassed={hasPassed} onPassed={passOn} />
      )}
    </CardPage>
  )
}
