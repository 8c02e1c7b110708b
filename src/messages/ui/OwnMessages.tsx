import { useCallback, useState } from 'react'
import { KeyDownload } from '#src/bookings/links/KeyDownload.tsx'
import type { BookingKey } from '#src/bookings/links/keyRules.ts'
import { FileLabel } from '#src/files/ui/FileLabel.tsx'
import { liveSeconds } from '#src/kit/live.ts'
import { call } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { messageLimits, type ShownThread } from '../rules.ts'
import { ReportThread } from './ReportThread.tsx'
import { Thread } from './Thread.tsx'
import { isInView, useThreadReading } from './ThreadReading.tsx'
import { WriteMessage } from './WriteMessage.tsx'
import './messages.css'

/** What a customer and the company write to each other, on the booking's page. Nothing where nobody may write and nobody wrote. */
export default function OwnMessages({ bookingKey }: { bookingKey: BookingKey }) {
  const [most, setMost] = useState<number>(messageLimits.shown.standard)
  const wanted = JSON.stringify(bookingKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same key
  const read = useCallback(() => call('list-messages', { key: bookingKey, isSeen: isInView(), most }), [wanted, most])
  const { reading, reload } = useThreadReading(read, { everyMs: liveSeconds.poll * 1_000 })
  const { shown, failure } = reading
  if (shown === undefined && failure === undefined) return null
  if (shown && !shown.may_write && shown.messages.length === 0) return null
  return (
    <section className="card padded stack own-messages" aria-labelledby="own-messages">
      <div className="stack tight">
        <h2 id="own-messages">Nachrichten</h2>
        {shown?.may_write ? <p className="small muted">{shown.company_name} antwortet hier, und Sie bekommen eine E-Mail.</p> : null}
      </div>
      {failure === undefined ? null : (
        <RegionFailure title="Die Nachrichten konnten nicht geladen werden" text={failure} onRetry={() => void reload()} />
      )}
      {shown ? <OwnThread thread={shown} bookingKey={bookingKey} onChange={reload} onMore={() => setMost((last) => last + 400)} /> : null}
    </section>
  )
}

type OwnThreadProps = { thread: ShownThread; bookingKey: BookingKey; onChange: () => unknown; onMore: () => void }

function OwnThread({ thread, bookingKey, onChange, onMore }: OwnThreadProps) {
  return (
    <>
      {thread.has_older ? (
        <button type="button" className="button neutral small" onClick={onMore}>
          Ältere Nachrichten anzeigen
        </button>
      ) : null}
      {thread.messages.length === 0 ? null : (
        <div role="log" aria-label="Verlauf">
          <Thread
            talk={thread}
            own="customer"
            names={{ customer: 'Sie', company: [thread.contact_person, thread.company_name].filter(Boolean).join(', ') }}
            fileOf={(file) => <OwnFile file={file} bookingKey={bookingKey} />}
          />
        </div>
      )}
      {thread.may_write ? (
        <WriteMessage
          id="own-message"
          label="Nachricht"
          isGated={thread.is_gated}
          send={(message, idempotencyKey) => call('send-message', { key: bookingKey, ...message }, { idempotencyKey })}
          onSent={onChange}
        />
      ) : null}
      {thread.messages.length === 0 ? null : (
        <ReportThread
          isReported={thread.is_reported}
          report={(reason) => call('report-messages', { key: bookingKey, reason })}
          onReported={onChange}
        />
      )}
    </>
  )
}

type OwnFileProps = { file: ShownThread['messages'][number]['files'][number]; bookingKey: BookingKey }

const OwnFile = ({ file: { id, name, bytes }, bookingKey }: OwnFileProps) => (
  <div className="message-file">
    <FileLabel name={name} bytes={bytes} />
    <KeyDownload bookingKey={bookingKey} path={`/functions/v1/own-message-file?${new URLSearchParams({ attachmentId: id })}`} name={name}>
      Herunterladen<span className="unseen">: {name}</span>
    </KeyDownload>
  </div>
)
