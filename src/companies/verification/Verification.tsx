import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DropTarget } from '#src/files/ui/DropTarget.tsx'
import { FileLabel } from '#src/files/ui/FileLabel.tsx'
import { UploadProgress } from '#src/files/ui/UploadProgress.tsx'
import { berlinDay, formatLongDate } from '#src/kit/dates.ts'
import { sendBytes } from '#src/web/forms/sendBytes.ts'
import { useAct } from '#src/web/forms/useAct.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { useAsk } from '#src/web/reading/ask.ts'
import { type CallAnswer, CallError, call } from '#src/web/reading/call.ts'
import { ReadRegion } from '#src/web/reading/ReadRegion.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { showToast } from '#src/web/shell/toast.ts'
import {
  complainAboutEvidence,
  type EvidenceFile,
  type EvidenceKind,
  evidenceAccept,
  evidenceKinds,
  evidencePath,
  evidenceWords,
  verificationLimits,
  verificationTexts,
} from './rules.ts'
import '#src/files/ui/files.css'
import './verification.css'

type Shown = CallAnswer<'get-verification'>

/** The way to the sign 'Verifiziert': evidence, the request, and what became of it (docs/spec.md#verification). */
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
        {shown.asked_at ? `Eingereicht am ${dayOf(shown.asked_at)}. ` : ''}Die Entscheidung bekommen Sie per E-Mail. Danach werden Ihre
        Nachweise gelöscht.
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

/** The files of the draft, one more, and the request itself. */
function Draft({ companyId, files, onChanged }: DraftProps) {
  const [kind, setKind] = useState<EvidenceKind>('tradeLicence')
  const { sending, complaint, complain, send } = useSending({ companyId, kind, onChanged })
  const { isBusy, failure, act } = useAct()
  const ask = () => {
    complain(files.length === 0 ? verificationTexts.nothing : undefined)
    if (files.length === 0) return undefined
    return act(async () => {
      await call('ask-verification', { companyId })
      showToast({ kind: 'success', title: verificationTexts.asked })
      onChanged()
    })
  }
  const isFull = files.length >= verificationLimits.files
  return (
    <>
      {files.length === 0 ? null : <Files companyId={companyId} files={files} onChanged={onChanged} />}
      {isFull ? (
        <p className="small muted">Mehr als {verificationLimits.files} Nachweise sind nicht möglich.</p>
      ) : (
        <fieldset className="evidence">
          <legend className="strong small">Welcher Nachweis?</legend>
          {evidenceKinds.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="evidence-kind" checked={kind === one} onChange={() => setKind(one)} />
              {evidenceWords[one]}
            </label>
          ))}
          <DropTarget id="evidence" label="Datei auswählen" accept={evidenceAccept} onFiles={(chosen) => void send(chosen)} />
          <p className="hint" id="evidence-hint">
            {verificationTexts.wrongTypeHelp} Höchstens 10 MB je Datei.
          </p>
        </fieldset>
      )}
      {sending ? <UploadProgress name={sending.name} sent={sending.sent} /> : null}
      <Failed text={complaint ?? failure} />
      <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => void ask()}>
        Verifizierung beantragen
      </BusyButton>
    </>
  )
}

const Failed = ({ text }: { text: string | undefined }): ReactNode => (text ? <Note kind="bad" role="alert" title={text} /> : null)

function Files({ companyId, files, onChanged }: DraftProps) {
  return (
    <ul className="files" aria-label="Ihre Nachweise">
      {files.map((file) => (
        <li key={file.id} className="file">
          <FileLabel name={`${evidenceWords[file.kind]}: ${file.name}`} bytes={file.bytes} />
          <Remove companyId={companyId} file={file} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
}

function Remove({ companyId, file, onChanged }: { companyId: string; file: EvidenceFile; onChanged: () => void }) {
  const { isBusy, act } = useAct()
  const remove = () =>
    act(async () => {
      await call('remove-verification-file', { companyId, fileId: file.id })
      onChanged()
    }, 'Die Datei konnte nicht entfernt werden')
  return (
    <span className="file-actions">
      <BusyButton type="button" className="cross" isBusy={isBusy} onClick={() => void remove()}>
        <X />
        <span className="unseen">{file.name} entfernen</span>
      </BusyButton>
    </span>
  )
}

type Sending = { companyId: string; kind: EvidenceKind; onChanged: () => void }

/** Sends one file at a time; a code that has run out is asked for in place. */
function useSending({ companyId, kind, onChanged }: Sending) {
  const ask = useAsk()
  const [sending, setSending] = useState<{ name: string; sent: number }>()
  const [complaint, setComplaint] = useState<string>()

  async function send([file]: readonly File[]) {
    if (!file || sending) return
    const wrong = complainAboutEvidence(file)
    setComplaint(wrong)
    if (wrong) return
    setSending({ name: file.name, sent: 0 })
    try {
      await ask(() =>
        sendBytes({
          path: `${evidencePath}${companyId}/${kind}`,
          headers: { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) },
          content: file,
          onProgress: (sent) => setSending({ name: file.name, sent }),
        }),
      )
      onChanged()
    } catch (error) {
      setComplaint(error instanceof CallError && error.status > 0 ? error.message : 'Die Datei konnte nicht hochgeladen werden.')
    }
    setSending(undefined)
  }
  return { sending, complaint, complain: setComplaint, send }
}
