import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type OtherAccountProps = { email: string; signedInAs: string; onSwitched: () => void }

/** Shown if the link belongs to another account than the one signed in: names that account and switches to it on request. */
export function OtherAccount({ email, signedInAs, onSwitched }: OtherAccountProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function change() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await call('sign-out', {})
      markViewerChanged()
      await revalidate()
      onSwitched()
    } catch {
      showToast({ kind: 'error', title: 'Das Konto konnte nicht gewechselt werden', text: 'Prüfen Sie Ihre Verbindung.' })
      setIsBusy(false)
    }
  }
  return (
    <>
      <Note kind="info" role="status" title="Dieser Link gehört zu einem anderen Konto">
        <span className="detail">
          Er wurde an {email} gesendet. Angemeldet sind Sie als {signedInAs}. Solange Sie nicht wechseln, geschieht nichts.
        </span>
      </Note>
      <BusyButton type="button" isBusy={isBusy} onClick={change}>
        <span className="detail">Abmelden und zu {email} wechseln</span>
      </BusyButton>
      <Link className="button neutral wide" to="/">
        <span className="detail">Als {signedInAs} weitermachen</span>
      </Link>
    </>
  )
}
