import { Link } from 'react-router'
import { StepUpProvider } from '#src/foundation/accounts/stepUp/StepUp.tsx'
import { useOnOpening } from '#src/foundation/accounts/ui/OnOpening.tsx'
import { viewerOf } from '#src/platform/server/pageContext.ts'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { Header } from '#src/platform/web/shell/Header.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { CheckingAccess } from '../signIn/DashboardCodeStep.tsx'
import { useSignInAgain } from '../signIn/SignInAgain.tsx'
import type { Route } from './+types/DashboardPage'
import { DashboardScreen } from './DashboardScreen.tsx'
import './dashboard.css'

/** The area has the marketplace's header, but no footer (root.tsx). */
export const handle = { hasOwnShell: true }

export const loader = ({ context }: Route.LoaderArgs) => ({ viewer: context.get(viewerOf) })

/** The loader only returns the signed-in user, who does not change between areas. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ site: matches[0].loaderData, title: 'Dashboard', description: 'Buchungen, Firmendaten, Bilder und Auszahlungen.' })

/** Screens of the company after sign-in and code (docs/spec.md#dashboard). The areas are child routes. */
export default function DashboardPage({ loaderData: { viewer }, matches }: Route.ComponentProps) {
  return (
    <>
      <Header brandName={matches[0].loaderData.brandName} viewer={viewer} />
      {viewer ? (
        <StepUpProvider email={viewer.email}>
          <DashboardScreen email={viewer.email} />
        </StepUpProvider>
      ) : (
        <SignInFirst />
      )}
    </>
  )
}

/** Visitors sign in on the home page and return. */
function SignInFirst() {
  useOnOpening(useSignInAgain())
  return (
    <CardPage>
      <CheckingAccess />
      <p className="without-script">
        Bitte <Link to="/auth">melden Sie sich an</Link>.
      </p>
    </CardPage>
  )
}
