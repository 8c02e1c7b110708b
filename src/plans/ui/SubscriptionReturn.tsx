import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PaymentChecking } from '#src/payments/ui/PaymentChecking.tsx'
import { showToast } from '#src/web/shell/toast.ts'
import { type PlanKey, parsePlan } from '../rules.ts'
import { subscriptionReturnTexts } from '../signupRules.ts'
import { readKept } from './KeptRegistration.tsx'
import { RegistrationShape } from './RegistrationShape.tsx'
import { CompanyMissing, SubscriptionTrouble } from './SubscriptionTrouble.tsx'
import { useSubscriptionVerification } from './SubscriptionVerification.tsx'
import { SubscriptionWelcome } from './SubscriptionWelcome.tsx'

type ReturnParameters = {
  sessionId: string
  isComplete: boolean
  /** The company as the address names it; it also works where the tab's memory is gone, such as in another browser. */
  named: string
}

/** Says whether the company is open for business now, and what to do if it is not. */
export default function SubscriptionReturn({ sessionId, isComplete, named }: ReturnParameters) {
  const isValid = sessionId !== '' && isComplete
  useLeavingWhen(!isValid)
  const pending = usePending()
  const companyId = named || pending.companyId
  const { outcome, checkAgain } = useSubscriptionVerification({ sessionId: isValid ? sessionId : '', companyId })
  if (!isValid || !pending.isRead) return <PaymentChecking shape={<RegistrationShape />} />
  if (!companyId) return <CompanyMissing />
  if (outcome.kind === 'checking') return <PaymentChecking shape={<RegistrationShape />} />
  if (outcome.kind === 'active')
    return <SubscriptionWelcome companyId={companyId} companyName={outcome.companyName} {...(pending.plan ? { plan: pending.plan } : {})} />
  return <SubscriptionTrouble outcome={outcome} onCheckAgain={checkAgain} />
}

type Pending = { isRead: boolean; companyId: string; plan: PlanKey | undefined }

/** What the registration left in this tab. Known to the browser alone, so it is read once the page lives, before success clears it. */
function usePending() {
  const [pending, setPending] = useState<Pending>({ isRead: false, companyId: '', plan: undefined })
  useEffect(() => {
    setPending({ isRead: true, companyId: readKept('company') ?? '', plan: parsePlan(readKept('plan')) })
  }, [])
  return pending
}

/** Goes back to the registration with a notification. Waits one turn, so that an effect that React runs twice says it once. */
function useLeavingWhen(isLeaving: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isLeaving) return
    const turn = setTimeout(() => {
      showToast({ kind: 'error', title: subscriptionReturnTexts.urlInvalid })
      void navigate('/provider-signup', { replace: true })
    })
    return () => clearTimeout(turn)
  }, [isLeaving, navigate])
}
