import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { signupTexts, subscriptionReturnTexts } from '../signupRules.ts'
import { wasDeleted } from './SavedRegistration.tsx'
import type { Outcome } from './SubscriptionVerification.tsx'

/** Neither URL nor storage names the company. */
export function CompanyMissing() {
  return (
    <Trouble kind="bad" title={subscriptionReturnTexts.companyMissing} main={<Register />}>
      Wenn Sie schon bezahlt haben, finden Sie Ihre Firma nach der Anmeldung im Dashboard.
    </Trouble>
  )
}

type SubscriptionTroubleProps = { outcome: Exclude<Outcome, { kind: 'checking' | 'active' }>; onCheckAgain: () => void }

/** Outcomes other than an active subscription (docs/spec.md#subscription-return): explanation, retry, or support. */
export function SubscriptionTrouble({ outcome, onCheckAgain }: SubscriptionTroubleProps) {
  const again = (label: string) => (
    <button type="button" className="button primary small" onClick={onCheckAgain}>
      <RotateCw />
      {label}
    </button>
  )
  if (outcome.kind === 'signIn') return <SignInAgain />
  if ('text' in outcome) {
    const title = outcome.kind === 'notRead' ? subscriptionReturnTexts.companyNotRead : subscriptionReturnTexts.verifyFailed
    return (
      <Trouble kind="bad" title={title} main={again(subscriptionReturnTexts.retry)}>
        {outcome.text === title ? 'Prüfen Sie Ihre Verbindung und versuchen Sie es in einem Moment noch einmal.' : outcome.text}
      </Trouble>
    )
  }
  if (outcome.isChecking)
    return (
      <Trouble kind="warn" title="Ihre Zahlung ist noch nicht bestätigt">
        Manche Zahlungen brauchen einen Moment. Wir prüfen automatisch weiter.
      </Trouble>
    )
  // After a payment the person must not be sent to the payment page again.
  if (outcome.kind === 'notActive')
    return (
      <Trouble kind="warn" title="Ihre Firma ist noch nicht freigeschaltet" main={again(subscriptionReturnTexts.retry)}>
        Ihre Zahlung ist angekommen, das Abonnement aber noch nicht aktiv. Sie bekommen eine E-Mail, sobald es so weit ist.
      </Trouble>
    )
  return (
    <Trouble kind="bad" title="Ihre Zahlung wurde nicht bestätigt" main={<PayAgain />}>
      Ihre Angaben sind erhalten, Sie können noch einmal bezahlen.{' '}
      <button type="button" className="link-button small" onClick={onCheckAgain}>
        Zahlung erneut prüfen
      </button>
    </Trouble>
  )
}

const Register = ({ to = '/provider-signup' }: { to?: string }) => (
  <Link className="button primary small" to={to}>
    {subscriptionReturnTexts.retry}
  </Link>
)

/** If this tab has the registration, opens its last step; otherwise the dashboard offers the payment. */
const PayAgain = () => <Register to={wasDeleted() ? '/dashboard' : '/provider-signup'} />

function SignInAgain() {
  const { pathname, search } = useLocation()
  return (
    <Trouble
      kind="warn"
      title={signupTexts.signInNeeded}
      main={
        <Link className="button primary small" to="/" state={{ showLogin: true, redirectTo: `${pathname}${search}` }}>
          Anmelden
        </Link>
      }
    >
      Ihre Anmeldung ist in der Zwischenzeit abgelaufen. Danach prüfen wir Ihre Zahlung von selbst.
    </Trouble>
  )
}

/** `main`: the most useful action; undefined while the check is running. */
function Trouble({ kind, title, main, children }: { kind: 'bad' | 'warn'; title: string; main?: ReactNode; children: ReactNode }) {
  return (
    <div className="stack narrow">
      <h1>Ihre Registrierung</h1>
      <Note
        kind={kind}
        role="alert"
        title={title}
        actions={
          main ? (
            <>
              {main}
              <Link className="button neutral small" to="/support">
                {subscriptionReturnTexts.support}
              </Link>
            </>
          ) : undefined
        }
      >
        {children}
      </Note>
    </div>
  )
}
