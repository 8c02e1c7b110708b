import { useRef, useState } from 'react'
import { isStepUpRequired } from '#src/accounts/stepUp/StepUp.tsx'
import { unknownErrorText } from '#src/kit/problems.ts'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError, call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import type { PlanKey } from '../rules.ts'
import { signupTexts } from '../signupRules.ts'
import { keep } from './KeptRegistration.tsx'

type Act = 'change' | 'cancel' | 'resume' | 'portal' | 'subscribe'

/** Carries out what the owner decided, one thing at a time, and has the card read again afterwards. */
export function usePlanChange({ companyId, onChanged }: { companyId: string; onChanged: () => Promise<void> }) {
  const ask = useAsk()
  const isUnderway = useRef(false)
  const [busy, setBusy] = useState<Act>()
  const [failure, setFailure] = useState<{ title: string; text: string }>()

  async function run(act: Act, carryOut: () => Promise<void>) {
    if (isUnderway.current) return
    isUnderway.current = true
    setBusy(act)
    setFailure(undefined)
    try {
      await carryOut()
    } catch (error) {
      // Whoever gives up at the code has decided so.
      if (!isStepUpRequired(error))
        setFailure({ title: failureTitles[act], text: error instanceof CallError ? error.message : unknownErrorText })
    } finally {
      isUnderway.current = false
      setBusy(undefined)
    }
  }

  const changed = async (title: string) => {
    await onChanged()
    showToast({ kind: 'success', title })
  }
  /** `done` says what the change means: at once, later, or that all stays as it is. */
  const changeTo = (plan: PlanKey, done: string) =>
    run('change', async () => {
      await ask(() => call('change-plan', { companyId, plan }))
      await changed(done)
    })
  const cancel = () =>
    run('cancel', async () => {
      await ask(() => call('cancel-subscription', { companyId }))
      await changed('Abonnement gekündigt')
    })
  const resume = () =>
    run('resume', async () => {
      await ask(() => call('resume-subscription', { companyId }))
      await changed('Kündigung zurückgenommen')
    })
  const openPortal = () =>
    run('portal', async () => {
      const { url } = await ask(() => call('open-billing-portal', { companyId }))
      location.assign(url)
    })
  const subscribe = (plan: PlanKey) =>
    run('subscribe', async () => {
      const { url } = await call('create-company-subscription', { companyId, plan })
      keep('company', companyId)
      keep('plan', plan)
      location.assign(url)
    })
  return { busy, failure, changeTo, cancel, resume, openPortal, subscribe }
}

const failureTitles: Record<Act, string> = {
  change: 'Der Plan wurde nicht geändert',
  cancel: 'Das Abonnement wurde nicht gekündigt',
  resume: 'Die Kündigung wurde nicht zurückgenommen',
  portal: 'Die Seite des Zahlungsdienstes konnte nicht geöffnet werden',
  subscribe: signupTexts.checkoutFailed,
}
