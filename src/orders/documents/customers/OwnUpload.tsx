import { useState } from 'react'
import { DropTarget } from '#src/foundation/files/ui/DropTarget.tsx'
import { UploadProgress } from '#src/foundation/files/ui/UploadProgress.tsx'
import { formatDate } from '#src/platform/kit/dates.ts'
import { sendBytes } from '#src/platform/web/forms/sendBytes.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { complainAboutEvidence, evidenceAccept } from '#src/supply/companies/verification/rules.ts'
import { uploadedInvoicePath } from './rules.ts'
import { invoiceTexts } from './texts.ts'
import '#src/foundation/files/ui/files.css'

/** `until`: last day of the upload, if there is one. */
type UploadProps = { path: string; until: string | null; onStored: () => void }

/** Uploads the company's own invoice in place of the one issued by the operator. */
export function OwnUpload({ path, until, onStored }: UploadProps) {
  const runCall = useRunCall()
  const [sending, setSending] = useState<{ name: string; sent: number }>()
  const [complaint, setComplaint] = useState<string>()

  async function send([file]: readonly File[]) {
    if (!file || sending) return
    const wrong = complainAboutEvidence(file)
    setComplaint(wrong)
    if (wrong) return
    setSending({ name: file.name, sent: 0 })
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
    const onProgress = (sent: number) => setSending({ name: file.name, sent })
    try {
      await runCall(() => sendBytes({ path: uploadedInvoicePath + path, headers, content: file, onProgress }))
      showToast({ kind: 'success', title: invoiceTexts.ownStored, text: 'Ihr Kunde bekommt eine E-Mail.' })
      onStored()
    } catch (error) {
      setComplaint(reasonOf(error))
    }
    setSending(undefined)
  }

  return (
    <section className="stack tight own-upload" aria-labelledby="own-invoice-title">
      <h3 id="own-invoice-title">{invoiceTexts.own}</h3>
      <DropTarget id="own-invoice" label="Datei auswählen" accept={evidenceAccept} onFiles={(files) => void send(files)} />
      <p className="hint" id="own-invoice-hint">
        {`${invoiceTexts.ownHelp}${until === null ? '' : ` Möglich bis ${formatDate(until)}.`}`}
      </p>
      {sending ? <UploadProgress name={sending.name} sent={sending.sent} /> : null}
      {complaint ? <Note kind="bad" role="alert" title={complaint} /> : null}
    </section>
  )
}
