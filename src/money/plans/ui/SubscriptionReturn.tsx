import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PaymentChecking } from '#src/money/payments/ui/PaymentChecking.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type PlanKey, parsePlan } from '../rules.ts'
import { subscriptionReturnTexts } from '../signupRules.ts'
import { RegistrationShape } from './RegistrationShape.tsx'
import { readSaved } from './SavedRegistration.tsx'
import { CompanyMissing, SubscriptionTrouble } from './SubscriptionTrouble.tsx'
import { useSubscriptionVerification } from './SubscriptionVerification.tsx'
import { SubscriptionWelcome } from './SubscriptionWelcome.tsx'

type ReturnParameters = {
  sessionId: string
  isComplete: boolean
  /** Company id in the URL; works without the tab's storage, for example in another browser. */
  named: string
}

/** Shows whether the company is active now, and what to do if it is not. */
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
    return <SubscriptionWelcome companyId={companyId} outcome={outcome} {...(pending.plan ? { plan: pending.plan } : {})} />
  return <SubscriptionTrouble outcome={outcome} onCheckAgain={checkAgain} />
}

type Pending = { isRead: boolean; companyId: string; plan: PlanKey | undefined }

/** Reads the registration from this tab's storage: after hydration, because the server cannot know it, and before success deletes it. */
function usePending() {
  const [pending, setPending] = useState<Pending>({ isRead: false, companyId: '', plan: undefined })
  useEffect(() => {
    setPending({ isRead: true, companyId: readSaved('company') ?? '', plan: parsePlan(readSaved('plan')) })
  }, [])
  return pending
}

/** Navigates back to the registration with a notification. Deferred, because React may run an effect twice. */
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
