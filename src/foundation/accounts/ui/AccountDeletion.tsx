import { useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { PasswordField } from '#src/platform/web/forms/PasswordField.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { loginDialogTexts } from '../rules.ts'
import { hasCode } from './AuthFailure.tsx'

/** Button that deletes the account, apart from everything else and with a confirmation. */
export function AccountDeletion() {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <section className="card padded stack" aria-labelledby="deletion-title">
      <h2 id="deletion-title">Konto löschen</h2>
      <p className="muted">Ihr Konto und Ihre Anmeldedaten werden endgültig gelöscht. Das lässt sich nicht rückgängig machen.</p>
      <p className="muted">
        Gehört ein Anbieterprofil dazu, ist es danach nicht mehr zu sehen, und sein Abonnement endet sofort. Solange Termine bevorstehen
        oder Geld offen ist, bleibt beides bestehen.
      </p>
      <button type="button" className="button danger small" onClick={() => setIsConfirming(true)}>
        Konto löschen
      </button>
      {isConfirming ? <DeletionDialog onClose={() => setIsConfirming(false)} /> : null}
    </section>
  )
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<string>()
  const form = useCheckedForm({
    prefix: 'deletion',
    fields: { password: '' },
    check: ({ password }) => (password === '' ? { password: loginDialogTexts.passwordMissing } : {}),
    async send({ password }): Promise<void> {
      setFailure(undefined)
      try {
        await call('delete-own-account', { password })
      } catch (error) {
        if (hasCode(error, 'accounts.wrongPassword') && error instanceof Error) return form.refuse({ password: error.message })
        return setFailure(error instanceof CallError ? error.message : 'Das Konto konnte nicht gelöscht werden.')
      }
      location.assign('/')
    },
  })
  return (
    <SmallDialog title="Konto endgültig löschen?" onClose={onClose}>
      <p className="muted">Danach können Sie sich nicht mehr anmelden. Zur Sicherheit fragen wir Ihr Passwort ab.</p>
      {failure ? <Note kind="bad" role="alert" title={failure} /> : null}
      <form className="stack" noValidate onSubmit={form.submit}>
        <PasswordField {...form.field('password')} label="Passwort" autoComplete="current-password" {...form.input('password')} />
        <div className="actions">
          <button type="button" className="button neutral" onClick={onClose}>
            Abbrechen
          </button>
          <BusyButton className="button danger" isBusy={form.isBusy}>
            Konto löschen
          </BusyButton>
        </div>
      </form>
    </SmallDialog>
  )
}
