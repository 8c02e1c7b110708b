import { useState } from 'react'
import { isStepUpRequired } from '#src/foundation/accounts/stepUp/StepUp.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { PlanKey } from '../rules.ts'
import { signupTexts } from '../signupRules.ts'
import { save } from './SavedRegistration.tsx'

type Action = 'change' | 'cancel' | 'resume' | 'portal' | 'subscribe'

/** Runs one of the owner's actions at a time and reloads the card afterwards. */
export function usePlanChange({ companyId, onChanged }: { companyId: string; onChanged: () => Promise<unknown> }) {
  const [doing, setDoing] = useState<Action>('change')
  const [toConfirm, setToConfirm] = useState<{ url: string; plan: PlanKey }>()
  const { isBusy, refusal, failure, action } = useAction()

  function run(what: Action, carryOut: () => Promise<void>) {
    if (!isBusy) setDoing(what)
    return action(carryOut)
  }
  const changed = async (title: string) => {
    await onChanged()
    showToast({ kind: 'success', title })
  }
  /** `done`: message about the effect: at once, later, or unchanged. */
  const changeTo = (plan: PlanKey, done: string) =>
    run('change', async () => {
      setToConfirm(undefined)
      const { url } = await call('change-plan', { companyId, plan })
      if (!url) return changed(done)
      setToConfirm({ url, plan })
      await onChanged()
    })
  const cancel = () =>
    run('cancel', async () => {
      await call('cancel-subscription', { companyId })
      await changed('Abonnement gekündigt')
    })
  const resume = () =>
    run('resume', async () => {
      await call('resume-subscription', { companyId })
      await changed('Kündigung zurückgenommen')
    })
  const openPortal = () =>
    run('portal', async () => {
      const { url } = await call('open-billing-portal', { companyId })
      location.assign(url)
    })
  const subscribe = (plan: PlanKey) =>
    run('subscribe', async () => {
      const { url } = await call('create-company-subscription', { companyId, plan })
      save('company', companyId)
      save('plan', plan)
      location.assign(url)
    })
  // Cancelling the code dialog is the person's own choice, so it is not shown as a failure.
  const told = failure === undefined || isStepUpRequired(refusal) ? undefined : { title: failureTitles[doing], text: failure }
  return { busy: isBusy ? doing : undefined, failure: told, toConfirm, changeTo, cancel, resume, openPortal, subscribe }
}

const failureTitles: Record<Action, string> = {
  change: 'Der Plan wurde nicht geändert',
  cancel: 'Das Abonnement wurde nicht gekündigt',
  resume: 'Die Kündigung wurde nicht zurückgenommen',
  portal: 'Die Seite des Zahlungsdienstes konnte nicht geöffnet werden',
  subscribe: signupTexts.checkoutFailed,
}
