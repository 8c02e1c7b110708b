import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { stepUpTexts } from '#src/foundation/accounts/stepUp/rules.ts'
import { CodeField, useCodeSending, useStepUpCheck } from '#src/foundation/accounts/stepUp/StepUpCode.tsx'
import { MailCheck } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { WaysOut } from '#src/platform/web/shell/WorkShell.tsx'
import { dashboardTexts } from '../texts.ts'

/** Shown until the server has answered whether this session may enter. */
export const CheckingAccess = () => (
  <>
    <h1>{stepUpTexts.title}</h1>
    <p className="muted" role="status">
      {dashboardTexts.checking}
    </p>
  </>
)

/** Second factor of the dashboard: request a code, then enter it. */
export function DashboardCodeStep({ email, onPassed }: { email: string; onPassed: () => void }) {
  const [isSent, setIsSent] = useState(false)
  const sending = useCodeSending(email)

  async function send() {
    if (!(await sending.send())) return
    showToast({ kind: 'success', ...stepUpTexts.sent(email) })
    setIsSent(true)
  }

  const failure = sending.failure ? <Note kind="bad" role="alert" title={sending.failure} /> : null
  return (
    <CardPage foot={<WayHome />}>
      <h1>{stepUpTexts.title}</h1>
      {isSent ? (
        <VerifyStep email={email} onPassed={onPassed} onBack={() => setIsSent(false)} isSending={sending.isSending} onSend={send}>
          {failure}
        </VerifyStep>
      ) : (
        <>
          <div className="stack tight">
            <p className="muted">{dashboardTexts.gate}</p>
            <p className="strong detail">{email}</p>
          </div>
          {failure}
          <button
            type="button"
            className="button primary"
            aria-busy={sending.isSending || undefined}
            aria-disabled={sending.isSending || undefined}
            onClick={() => void send()}
          >
            <MailCheck />
            {sending.isSending ? stepUpTexts.sending : stepUpTexts.send}
          </button>
        </>
      )}
    </CardPage>
  )
}

type VerifyStepProps = {
  email: string
  isSending: boolean
  onPassed: () => void
  onBack: () => void
  onSend: () => Promise<void>
  children: React.ReactNode
}

function VerifyStep({ email, isSending, onPassed, onBack, onSend, children }: VerifyStepProps) {
  const check = useStepUpCheck({ email, onPassed })

  function submit(event: FormEvent) {
    event.preventDefault()
    void check.verify()
  }

  return (
    <>
      <p className="muted detail">{stepUpTexts.sent(email).text}</p>
      {children}
      <form className="stack" noValidate onSubmit={submit}>
        <CodeField id="dashboard-code" check={check} />
        <button type="button" className="link-button small" aria-disabled={isSending || undefined} onClick={() => void onSend()}>
          {isSending ? stepUpTexts.sending : stepUpTexts.sendAgain}
        </button>
        <div className="row between wrapping">
          <button type="button" className="button neutral" onClick={onBack}>
            {stepUpTexts.back}
          </button>
          <button type="submit" className="button primary" disabled={!check.isComplete} aria-busy={check.isBusy || undefined}>
            {stepUpTexts.confirm}
          </button>
        </div>
      </form>
    </>
  )
}

/** Links below a screen without the dashboard's navigation. */
export const WayHome = () => (
  <>
    <p>
      <Link to="/">{dashboardTexts.home}</Link>
    </p>
    <WaysOut />
  </>
)
