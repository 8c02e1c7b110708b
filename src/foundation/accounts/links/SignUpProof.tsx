import { useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { PasswordField } from '#src/platform/web/forms/PasswordField.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { confirmTexts, proofForms } from '../rules.ts'
import { hasCode } from '../ui/AuthFailure.tsx'
import { passwordText } from '../ui/AuthSignUp.tsx'
import { NewPasswordField } from '../ui/NewPasswordField.tsx'
import { TermsNote } from '../ui/TermsNote.tsx'
import { answerLink, isRefusedLink, type LinkOutcome } from './LinkOpening.tsx'

type Parts = { email: string; secret: string; onAnswered: (outcome: LinkOutcome) => void }

/** Asks a browser that did not sign up for the account's password or a new one; nothing changes before (docs/spec.md#limits). */
export function SignUpProof(parts: Parts) {
  const [isNew, setIsNew] = useState(false)
  return (
    <>
      <Note kind="info" role="status" title="Dieser Link wurde in einem anderen Browser angefordert">
        <span className="detail">
          Für {parts.email} wurde ein Konto angelegt. Bestätigt wird die Adresse erst, wenn Sie hier das Passwort des Kontos eingeben oder
          ein neues setzen.
        </span>
      </Note>
      <ProofForm key={isNew ? 'new' : 'known'} {...parts} isNew={isNew} />
      <button type="button" className="link-button small" onClick={() => setIsNew(!isNew)}>
        {isNew ? 'Ich kenne das Passwort des Kontos' : 'Passwort unbekannt, oder nicht selbst registriert? Neues Passwort setzen'}
      </button>
    </>
  )
}

function ProofForm({ email, secret, isNew, onAnswered }: Parts & { isNew: boolean }) {
  const form = useCheckedForm({
    prefix: isNew ? 'proof-new' : 'proof',
    fields: { password: '' },
    check: errorsOf(isNew ? proofForms.fresh : proofForms.known),
    async send({ password }): Promise<void> {
      await answer(
        () => answerLink(secret, isNew ? { newPassword: password } : { password }),
        onAnswered,
        (text) => form.refuse({ password: text }),
      )
    },
  })
  const field = { ...form.field('password'), ...form.input('password') }
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      {/* Username for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {isNew ? (
        <NewPasswordField {...field} label="Neues Passwort" />
      ) : (
        <PasswordField {...field} label="Passwort des Kontos" autoComplete="current-password" />
      )}
      <BusyButton needsScripts isBusy={form.isBusy}>
        {confirmTexts.confirm}
      </BusyButton>
      {isNew ? <TermsNote /> : null}
    </form>
  )
}

async function answer(ask: () => Promise<LinkOutcome>, onAnswered: (outcome: LinkOutcome) => void, refuse: (text: string) => void) {
  try {
    onAnswered(await ask())
  } catch (error) {
    const text = hasCode(error, 'accounts.wrongPassword') && error instanceof Error ? error.message : passwordText(error)
    if (text) return refuse(text)
    // The address was signed up again meanwhile, or the link has expired.
    if (isRefusedLink(error)) return onAnswered({ kind: 'dead' })
    const reason = error instanceof CallError ? { text: error.message } : {}
    showToast({ kind: 'error', title: confirmTexts.failed, ...reason })
  }
}
