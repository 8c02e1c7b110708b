import { useState } from 'react'
import { DropTarget } from '#src/foundation/files/ui/DropTarget.tsx'
import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { UploadProgress } from '#src/foundation/files/ui/UploadProgress.tsx'
import { sendBytes } from '#src/platform/web/forms/sendBytes.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { X } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import { complainAboutEvidence, evidenceAccept, verificationLimits, verificationTexts } from '../verification/rules.ts'
import '#src/foundation/files/ui/files.css'
import './evidence.css'

type Shown<Kind extends string> = { id: string; kind: Kind; name: string; bytes: number }

type EvidenceUploadProps<Kind extends string> = {
  /** Kinds of files with their labels, in display order. */
  words: Readonly<Record<Kind, string>>
  files: readonly Shown<Kind>[]
  /** Upload path of a kind. */
  pathOf: (kind: Kind) => string
  remove: (fileId: string) => Promise<unknown>
  onChanged: () => void
}

/** List of evidence files by kind, with an upload of one more at a time. */
export function EvidenceUpload<Kind extends string>({ words, files, pathOf, remove, onChanged }: EvidenceUploadProps<Kind>) {
  const kinds = Object.keys(words) as Kind[]
  const [kind, setKind] = useState(kinds[0])
  const { sending, complaint, send } = useSending({ path: kind && pathOf(kind), onChanged })
  return (
    <>
      {files.length === 0 ? null : (
        <ul className="files" aria-label="Ihre Nachweise">
          {files.map((file) => (
            <li key={file.id} className="file">
              <FileLabel name={`${words[file.kind]}: ${file.name}`} bytes={file.bytes} />
              <Remove name={file.name} onRemove={() => remove(file.id)} onChanged={onChanged} />
            </li>
          ))}
        </ul>
      )}
      {files.length >= verificationLimits.files ? (
        <p className="small muted">Mehr als {verificationLimits.files} Nachweise sind nicht möglich.</p>
      ) : (
        <fieldset className="evidence">
          <legend className="strong small">Welcher Nachweis?</legend>
          {kinds.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="evidence-kind" checked={kind === one} onChange={() => setKind(one)} />
              {words[one]}
            </label>
          ))}
          <DropTarget id="evidence" label="Datei auswählen" accept={evidenceAccept} onFiles={(chosen) => void send(chosen)} />
          <p className="hint" id="evidence-hint">
            {verificationTexts.wrongTypeHelp} Höchstens 10 MB je Datei.
          </p>
        </fieldset>
      )}
      {sending ? <UploadProgress name={sending.name} sent={sending.sent} /> : null}
      {complaint ? <Note kind="bad" role="alert" title={complaint} /> : null}
    </>
  )
}

type RemoveProps = { name: string; onRemove: () => Promise<unknown>; onChanged: () => void }

function Remove({ name, onRemove, onChanged }: RemoveProps) {
  const { isBusy, action } = useAction()
  const remove = () =>
    action(async () => {
      await onRemove()
      onChanged()
    }, 'Die Datei konnte nicht entfernt werden')
  return (
    <span className="file-actions">
      <BusyButton type="button" className="cross" isBusy={isBusy} onClick={() => void remove()}>
        <X />
        <span className="unseen">{name} entfernen</span>
      </BusyButton>
    </span>
  )
}

/** Uploads one file at a time; asks for the one-time code in place if it has expired. */
function useSending({ path, onChanged }: { path: string | undefined; onChanged: () => void }) {
  const runCall = useRunCall()
  const [sending, setSending] = useState<{ name: string; sent: number }>()
  const [complaint, setComplaint] = useState<string>()

  async function send([file]: readonly File[]) {
    if (!file || sending || path === undefined) return
    const wrong = complainAboutEvidence(file)
    setComplaint(wrong)
    if (wrong) return
    setSending({ name: file.name, sent: 0 })
    try {
      await runCall(() =>
        sendBytes({
          path,
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
  return { sending, complaint, send }
}
