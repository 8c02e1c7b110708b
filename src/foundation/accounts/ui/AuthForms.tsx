import { useState } from 'react'
import { Tabs } from '#src/platform/web/parts/Tabs.tsx'
import { authTexts } from '../rules.ts'
import { ResendForm } from './AuthResend.tsx'
import { SignInForm } from './AuthSignIn.tsx'
import { SignUpForm } from './AuthSignUp.tsx'
import { type AuthTab, useAuthTab } from './AuthTab.tsx'
import { useMailedNote } from './MailedNote.tsx'

const panelId = 'auth-form'
const tabs = [
  { name: 'signin', label: authTexts.signIn },
  { name: 'signup', label: authTexts.signUp },
] as const

/** Both tabs and the hidden third form; the typed address is kept when the form changes. */
export function AuthForms() {
  const { tab, show } = useAuthTab()
  const [email, setEmail] = useState('')
  const { note, tell, forget } = useMailedNote()
  const change = (next: AuthTab) => {
    forget()
    show(next)
  }
  const form = { email, onEmail: setEmail, onShow: change, onMailed: tell }
  return (
    <>
      <Tabs label="Anmelden oder registrieren" tabs={tabs} current={tab} onChoose={change} panelId={panelId} />
      <p className="without-script">
        Zum Anmelden wird JavaScript benötigt. Schalten Sie es in Ihrem Browser ein und laden Sie die Seite neu.
      </p>
      {note}
      {tab === 'resend' ? (
        <section id={panelId} aria-labelledby="auth-resend-title">
          <ResendForm {...form} />
        </section>
      ) : (
        <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
          {tab === 'signin' ? <SignInForm {...form} /> : <SignUpForm {...form} />}
        </div>
      )}
    </>
  )
}
