import { useState } from 'react'
import { UploadProgress } from '#src/foundation/files/ui/UploadProgress.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { failureOf, photoComplaint, sendPhoto } from './PhotoRequest.tsx'
import { photoAccept } from './rules.ts'
import { workTexts } from './texts.ts'
import './work.css'

type Ids = { companyId: string; bookingId: string }
type AddProps = {
  ids: Ids
  /** Kind of the photo; of a receipt with its supplement. */
  what: { kind: 'before' | 'after' } | { kind: 'receipt'; supplementId: string }
  label: string
  /** Words after the label for screen readers. */
  more: string
  onDone: () => unknown
}
const texts = workTexts.company

type Sending = { id: string; file: File; sent: number; failure?: string }

/** Chooses or takes a photo and sends it. A failed one is sent again under the same id, so that it is stored once. */
export function AddPhoto({ ids, what, label, more, onDone }: AddProps) {
  const [sending, setSending] = useState<Sending>()
  const { action } = useAction()

  async function send({ id, file }: Pick<Sending, 'id' | 'file'>) {
    const complaint = photoComplaint(file)
    setSending({ id, file, sent: 0, ...(complaint ? { failure: complaint } : {}) })
    if (complaint) return
    const onProgress = (sent: number) => setSending((last) => last && { ...last, sent })
    const outcome = await action(async () => {
      try {
        await sendPhoto({ ...ids, ...what, id, file, onProgress })
        return { failure: undefined }
      } catch (error) {
        return { failure: failureOf(error) }
      }
    }, texts.uploadFailed)
    if (outcome?.failure) return setSending({ id, file, sent: 0, failure: outcome.failure })
    setSending(undefined)
    if (!outcome) return
    showToast({ kind: 'success', title: texts.uploaded })
    onDone()
  }

  if (sending?.failure)
    return (
      <div className="stack tight" role="alert">
        <p className="small">
          <b>{texts.uploadFailed}.</b> {sending.failure}
        </p>
        <div className="row wrapping">
          <button type="button" className="button secondary small" onClick={() => void send(sending)}>
            {texts.retry}
          </button>
          <button type="button" className="button neutral small" onClick={() => setSending(undefined)}>
            Verwerfen
          </button>
        </div>
      </div>
    )
  if (sending) return <UploadProgress name={sending.file.name} sent={sending.sent} />
  return (
    <label className="button neutral small work-add">
      {label}
      <span className="unseen"> ({more})</span>
      <input
        className="unseen"
        type="file"
        accept={photoAccept}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send({ id: crypto.randomUUID(), file })
        }}
      />
    </label>
  )
}
