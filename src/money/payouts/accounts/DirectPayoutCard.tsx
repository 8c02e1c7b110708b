import { useCallback, useEffect, useState } from 'react'
import { untilReturned } from '#src/money/payments/ui/OrderAttempt.tsx'
import { payoutAccountLimits, payoutAccountTexts } from '#src/money/payouts/accounts/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ExternalLink } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { LinesWaiting } from '#src/platform/web/queries/QueryRegion.tsx'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type Account = CallAnswer<'get-payout-account'>

/** Payouts to an account at the PSP: its status, polled every few seconds, and a button to set it up. */
export function DirectPayoutCard({ companyId }: { companyId: string }) {
  const { account, failure, reload } = usePayoutAccount(companyId)
  return (
    <section className="card" aria-labelledby="direct-title">
      <div className="card-head">
        <h2 id="direct-title">{payoutAccountTexts.title}</h2>
        {account ? <AccountChip account={account} /> : null}
      </div>
      <div className="card-body stack">
        {failure ? <RegionFailure title={payoutAccountTexts.notLoaded} text={failure} onRetry={reload} /> : null}
        {account ? <AccountText account={account} companyId={companyId} onRefused={reload} /> : null}
        {account || failure ? null : <LinesWaiting text={payoutAccountTexts.loading} lines={1} />}
      </div>
    </section>
  )
}

const chips = {
  unavailable: ['off', 'Nicht verfügbar'],
  none: ['off', 'Nicht eingerichtet'],
  pending: ['waiting', 'In Einrichtung'],
  active: ['good', 'Bereit'],
} as const

function AccountChip({ account: { status } }: { account: Account }) {
  const [tone, word] = chips[status]
  return <StatusChip tone={tone}>{word}</StatusChip>
}

type AccountTextProps = { account: Account; companyId: string; onRefused: () => void }

function AccountText({ account, companyId, onRefused }: AccountTextProps) {
  const { status, details_submitted, awaits_confirmation, bank_account, open_requirements } = account
  if (status === 'unavailable') return <Note kind="warn">{payoutAccountTexts.unavailable}</Note>
  const begun = details_submitted ? payoutAccountTexts.checking : payoutAccountTexts.pending
  const wantsMore = status !== 'active' && !awaits_confirmation
  const isUrgent = open_requirements.length > 0 && details_submitted
  return (
    <>
      {awaits_confirmation ? <UnconfirmedAccount companyId={companyId} bankAccount={bank_account} /> : null}
      {status === 'active' ? <p>{payoutAccountTexts.active}</p> : null}
      {wantsMore ? <p>{status === 'none' ? payoutAccountTexts.none : begun}</p> : null}
      <Requirements account={account} />
      {wantsMore || isUrgent ? (
        <OpenButton
          call={() => call('open-payout-account', { companyId })}
          label={status === 'none' ? payoutAccountTexts.open : payoutAccountTexts.goOn}
          onRefused={onRefused}
        />
      ) : null}
      {details_submitted ? (
        <OpenButton call={() => call('open-payout-dashboard', { companyId })} label={payoutAccountTexts.dashboard} onRefused={onRefused} />
      ) : null}
    </>
  )
}

function Requirements({ account: { open_requirements, requirements_due_at } }: { account: Account }) {
  if (open_requirements.length === 0) return null
  return (
    <Note kind="warn" title={payoutAccountTexts.requirements}>
      <ul>
        {open_requirements.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {requirements_due_at ? <p>{payoutAccountTexts.requirementsDue(formatMoment(new Date(requirements_due_at)))}</p> : null}
    </Note>
  )
}

/** Shown when the account can be paid; payouts go there only after the mailed link was opened (docs/spec.md#payout-account). */
function UnconfirmedAccount({ companyId, bankAccount }: { companyId: string; bankAccount: string | null }) {
  const { isBusy, action } = useAction()
  const resend = () =>
    action(async () => {
      await call('resend-payout-account-link', { companyId })
      showToast({ kind: 'success', ...payoutAccountTexts.linkSent })
    }, 'Fehler')
  return (
    <>
      <Note kind="warn" title={payoutAccountTexts.unconfirmed}>
        {payoutAccountTexts.unconfirmedHelp(bankAccount)}
      </Note>
      <BusyButton type="button" className="button secondary button-alone" isBusy={isBusy} onClick={() => void resend()}>
        {payoutAccountTexts.resendLink}
      </BusyButton>
    </>
  )
}

type OpenButtonProps = { call: () => Promise<{ url: string }>; label: string; onRefused: () => void }

/** Redirects to the PSP's pages, which lead back here. */
function OpenButton({ call: request, label, onRefused }: OpenButtonProps) {
  const { isBusy, action } = useAction({ onRefused })
  const open = () =>
    action(async () => {
      const { url } = await request()
      location.assign(url)
      await untilReturned()
    }, 'Fehler')
  return (
    <BusyButton type="button" className="button secondary button-alone" isBusy={isBusy} onClick={() => void open()}>
      <ExternalLink />
      {isBusy ? payoutAccountTexts.opening : label}
    </BusyButton>
  )
}

/** Polls the account. The first request may ask for the one-time code; later ones never do, and run only while the card is visible. */
function usePayoutAccount(companyId: string) {
  const runCall = useRunCall()
  const [account, setAccount] = useState<Account>()
  const [failure, setFailure] = useState<string>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same account again
  useEffect(() => {
    let isGone = false
    const tone = () => call('get-payout-account', { companyId })
    const show = (next: Account) => {
      if (isGone) return
      setAccount(next)
      setFailure(undefined)
    }
    runCall(tone).then(show, (error: unknown) => {
      if (!isGone) setFailure(reasonOf(error))
    })
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void tone().then(show, ignore)
    }, payoutAccountLimits.pollEveryMs)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [runCall, companyId, round])
  return { account, failure, reload: useCallback(() => setRound((last) => last + 1), []) }
}

/** Keeps the last known state; the next poll may succeed. */
const ignore = () => undefined
