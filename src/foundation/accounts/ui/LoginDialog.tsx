import { useState } from 'react'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { Tabs } from '#src/platform/web/parts/Tabs.tsx'
import { authTexts } from '../rules.ts'
import type { LoginFailure, LoginFormProps } from './LoginFailure.tsx'
import { useResend } from './LoginResend.tsx'
import { LoginSignIn } from './LoginSignIn.tsx'
import { LoginSignUp } from './LoginSignUp.tsx'
import { useMailedNote } from './MailedNote.tsx'
import './accounts.css'

const panelId = 'login-form'
const tabs = [
  { name: 'signin', label: authTexts.signIn },
  { name: 'signup', label: authTexts.signUp },
] as const
type Tab = (typeof tabs)[number]['name']

/** `returnTo`: page to which the mailed link of a sign-up returns, if it is one that requires a sign-in. */
type LoginDialogProps = { returnTo: string | undefined; onClose: () => void; onSignedIn: () => void }

/** Sign-in and sign-up over the home page, with texts of its own (docs/spec.md#login-dialog). Loaded when first opened. */
export default function LoginDialog({ returnTo, onClose, onSignedIn }: LoginDialogProps) {
  const [tab, setTab] = useState<Tab>('signin')
  const [email, setEmail] = useState('')
  const [failure, setFailure] = useState<LoginFailure>()

  const { note, tell, forget } = useMailedNote()

  function show(next: Tab) {
    fail(undefined)
    setTab(next)
  }

  function fail(next: LoginFailure | undefined) {
    forget()
    setFailure(next)
  }

  const form = { email, onEmail: setEmail, onFailure: fail, onMailed: tell }
  return (
    <SmallDialog title="Anmelden oder registrieren" onClose={onClose}>
      <Tabs label="Anmelden oder registrieren" tabs={tabs} current={tab} onChoose={show} panelId={panelId} />
      {failure ? <Failure failure={failure} onFailure={fail} onMailed={tell} /> : note}
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
        {tab === 'signin' ? (
          <LoginSignIn {...form} onSignedIn={onSignedIn} />
        ) : (
          <LoginSignUp {...form} returnTo={returnTo} onSignedUp={() => show('signin')} />
        )}
      </div>
    </SmallDialog>
  )
}

type FailureProps = { failure: LoginFailure } & Pick<LoginFormProps, 'onFailure' | 'onMailed'>

/** Error of the dialog; for an unconfirmed address with a button for a new link. */
function Failure({ failure, ...told }: FailureProps) {
  const { isBusy, resend } = useResend(told)
  const { unconfirmed } = failure
  return (
    <Note
      kind="bad"
      role="alert"
      title={failure.text}
      actions={
        unconfirmed ? (
          <BusyButton className="button secondary small" type="button" isBusy={isBusy} onClick={() => void resend(unconfirmed)}>
            {authTexts.resend}
          </BusyButton>
        ) : null
      }
    />
  )
}
