import { useEffect, useState } from 'react'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'
import { deleteSavedRegistration } from './SavedRegistration.tsx'

export type Outcome =
  | { kind: 'checking' }
  /** `notPaid`: the payment has not arrived; `notActive`: it has not reached the company yet. */
  | { kind: 'notPaid' | 'notActive'; isChecking: boolean }
  | { kind: 'signIn' }
  | { kind: 'verifyFailed' | 'notRead'; text: string }
  | { kind: 'active'; companyName: string; isUnderWay: boolean }

type Parameters = { sessionId: string; companyId: string }

/** Automatic retries of an open payment: card confirmations may take a moment. */
const rechecks = { times: 5, pauseMs: 2_000 }

/** Verifies the payment, then reads the company's status. Does nothing while an id is missing. */
export function useSubscriptionVerification({ sessionId, companyId }: Parameters) {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'checking' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new verification of the same ids
  useEffect(() => {
    if (!sessionId || !companyId) return
    const stop = new AbortController()
    const show = (next: Outcome) => {
      if (!stop.signal.aborted) setOutcome(next)
    }
    void verify({ sessionId, companyId, signal: stop.signal, show })
    return () => stop.abort()
  }, [sessionId, companyId, round])

  function checkAgain() {
    setOutcome({ kind: 'checking' })
    setRound((last) => last + 1)
  }
  return { outcome, checkAgain }
}

type Verification = Parameters & { signal: AbortSignal; show: (outcome: Outcome) => void }

async function verify(verification: Verification) {
  const { signal, show } = verification
  for (let check = 0; check <= rechecks.times; check++) {
    if (check > 0) await new Promise((resolve) => setTimeout(resolve, rechecks.pauseMs))
    if (signal.aborted) return
    const outcome = await look(verification, check < rechecks.times)
    if (outcome.kind === 'active') deleteSavedRegistration()
    show(outcome)
    if (outcome.kind !== 'notPaid' && outcome.kind !== 'notActive') return
  }
}

async function look({ sessionId, companyId, signal }: Verification, isChecking: boolean): Promise<Outcome> {
  try {
    const { paid } = await call('verify-payment', { sessionId, companyId, type: 'subscription' }, { signal })
    if (!paid) return { kind: 'notPaid', isChecking }
  } catch (error) {
    return isSignedOut(error) ? { kind: 'signIn' } : { kind: 'verifyFailed', text: reasonOf(error) }
  }
  try {
    const company = await readCall('get-company-subscription', { companyId }, { signal })
    if (company.subscription_status !== 'active') return { kind: 'notActive', isChecking }
    return { kind: 'active', companyName: company.company_name, isUnderWay: company.is_under_way }
  } catch (error) {
    return isSignedOut(error) ? { kind: 'signIn' } : { kind: 'notRead', text: reasonOf(error) }
  }
}

const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401
