import { useState } from 'react'
import { berlinDay, formatLongDate } from '#src/platform/kit/dates.ts'
import { useAct } from '#src/platform/web/forms/useAct.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type CallAnswer, call } from '#src/platform/web/reading/call.ts'
import { ReadRegion } from '#src/platform/web/reading/ReadRegion.tsx'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { EvidenceUpload } from '../ui/EvidenceUpload.tsx'
import { evidencePath, evidenceWords, verificationTexts } from './rules.ts'

type Shown = CallAnswer<'get-verification'>

/** Application for the badge 'Verifiziert': evidence, submission and result (docs/spec.md#verification). */
export function Verification({ companyId, live }: { companyId: string; live: number }) {
  const { reading, reload } = useReading('get-verification', { companyId }, { live })
  return (
    <section className="card" aria-labelledby="verification-title">
      <div className="card-head">
        <h2 id="verification-title">Verifizierung</h2>
      </div>
      <div className="card-body stack">
        <ReadRegion
          reading={reading}
          failed="Der Stand Ihrer Verifizierung konnte nicht geladen werden"
          loading={<p role="status">Stand wird geladen…</p>}
          onRetry={reload}
        >
          {(shown) => <Standing companyId={companyId} shown={shown} onChanged={() => void reload()} />}
        </ReadRegion>
      </div>
    </section>
  )
}

type StandingProps = { companyId: string; shown: Shown; onChanged: () => void }

function Standing({ companyId, shown, onChanged }: StandingProps) {
  if (shown.is_verified) {
    return <Note kind="ok">Ihre Firma ist verifiziert. Das Zeichen steht in der Suche und im Profil.</Note>
  }
  if (shown.status === 'open') {
    return (
      <Note kind="info" title="Ihr Antrag wird geprüft">
        <span>{shown.asked_at ? `Eingereicht am ${dayOf(shown.asked_at)}. ` : ''}</span>Die Entscheidung bekommen Sie per E-Mail. Danach
        werden Ihre Nachweise gelöscht.
      </Note>
    )
  }
  return (
    <>
      {shown.status === 'refused' ? (
        <Note kind="warn" title={`Ihr Antrag${shown.decided_at ? ` wurde am ${dayOf(shown.decided_at)}` : ' wurde'} abgelehnt`}>
          {shown.reason}
        </Note>
      ) : null}
      <p className="muted">
        Mit dem Zeichen „Verifiziert“ sehen Kunden, dass wir Ihre Firma geprüft haben. Laden Sie dafür Nachweise hoch, zum Beispiel Ihre
        Gewerbeanmeldung. Niemand außer uns sieht sie, und nach der Entscheidung werden sie gelöscht.
      </p>
      <Draft companyId={companyId} files={shown.status === 'draft' ? shown.files : []} onChanged={onChanged} />
    </>
  )
}

const dayOf = (moment: string) => formatLongDate(berlinDay(new Date(moment)))

type DraftProps = { companyId: string; files: Shown['files']; onChanged: () => void }

/** Files of the draft, the upload, and the button that submits it. */
function Draft({ companyId, files, onChanged }: DraftProps) {
  const [complaint, setComplaint] = useState<string>()
  const { isBusy, failure, act } = useAct()
  const ask = () => {
    setComplaint(files.length === 0 ? verificationTexts.nothing : undefined)
    if (files.length === 0) return undefined
    return act(async () => {
      await call('ask-verification', { companyId })
      showToast({ kind: 'success', title: verificationTexts.asked })
      onChanged()
    })
  }
  const said = complaint ?? failure
  return (
    <>
      <EvidenceUpload
        words={evidenceWords}
        files={files}
        pathOf={(kind) => `${evidencePath}${companyId}/${kind}`}
        remove={(fileId) => call('remove-verification-file', { companyId, fileId })}
        onChanged={() => {
          setComplaint(undefined)
          onChanged()
        }}
      />
      {said ? <Note kind="bad" role="alert" title={said} /> : null}
      <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => void ask()}>
        Verifizierung beantragen
      </BusyButton>
    </>
  )
}
