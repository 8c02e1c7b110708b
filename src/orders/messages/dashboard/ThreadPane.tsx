import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { BookingDetail } from '#src/orders/companyBookings/BookingDetail.tsx'
import { formatDate, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { telLink } from '#src/platform/kit/typed.ts'
import { ChevronLeft, Phone } from '#src/platform/web/icons/Icons.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { type CompanyThread, messageLimits, type Subject } from '../rules.ts'
import { MessageFile } from '../ui/MessageFile.tsx'
import { ReportThread } from '../ui/ReportThread.tsx'
import { Thread } from '../ui/Thread.tsx'
import { isInView, useThreadQuery } from '../ui/ThreadQuery.tsx'
import { WriteMessage } from '../ui/WriteMessage.tsx'
import { idOf } from './place.ts'

type ThreadPaneProps = { companyId: string; subject: Subject; live: number; back: string; onChange: () => void }

/** One thread of a company, with the field to write in it. */
export function ThreadPane({ companyId, subject, live, back, onChange }: ThreadPaneProps) {
  const [most, setMost] = useState<number>(messageLimits.shown.standard)
  const id = idOf(subject)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same id is the same subject
  const read = useCallback(() => call('read-thread', { companyId, ...subject, isSeen: isInView(), most }), [companyId, id, most])
  const { queryResult, reload } = useThreadQuery(read, { live })
  return (
    <div className="thread-pane">
      <Link preventScrollReset className="thread-back small" to={back}>
        <ChevronLeft />
        Alle Gespräche
      </Link>
      <QueryRegion
        queryResult={queryResult}
        failed="Das Gespräch konnte nicht geladen werden"
        loading={<FactsWaiting text="Gespräch wird geladen…" />}
        onRetry={reload}
      >
        {(thread) => (
          <Opened
            thread={thread}
            ids={{ companyId, ...subject }}
            onChange={() => {
              void reload()
              onChange()
            }}
            onMore={() => setMost((last) => last + 400)}
          />
        )}
      </QueryRegion>
    </div>
  )
}

type OpenedProps = { thread: CompanyThread; ids: Subject & { companyId: string }; onChange: () => void; onMore: () => void }

function Opened({ thread, ids, onChange, onMore }: OpenedProps) {
  return (
    <>
      <PaneHead thread={thread} ids={ids} onChange={onChange} />
      <Log thread={thread} companyId={ids.companyId} onMore={onMore} />
      <div className="thread-foot">
        {thread.may_write ? (
          <WriteMessage
            id="company-message"
            label={`Nachricht an ${thread.customer_name}`}
            isGated={thread.is_gated}
            send={(message, idempotencyKey) => call('write-message', { ...ids, ...message }, { idempotencyKey })}
            onSent={onChange}
          />
        ) : (
          <p className="small muted">In diesem Gespräch können Sie nicht mehr schreiben.</p>
        )}
      </div>
    </>
  )
}

function PaneHead({ thread, ids, onChange }: Omit<OpenedProps, 'onMore'>) {
  const [isShown, setIsShown] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus from the list into the opened thread.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const phone = thread.customer_phone.replace(/[^+\d]/g, '')
  return (
    <header className="thread-head row wrapping between">
      <div className="stack tight">
        <h3 ref={heading} tabIndex={-1}>
          {thread.customer_name}
        </h3>
        <p className="small muted">{factsOf(thread).join(' · ')}</p>
      </div>
      <div className="row wrapping">
        {phone === '' ? null : (
          <a className="button neutral small" href={telLink(phone)}>
            <Phone />
            Anrufen
          </a>
        )}
        {thread.booking_id === null ? (
          <Link className="button neutral small" to={`/dashboard/anfragen?${new URLSearchParams({ anfrage: thread.quote_id ?? '' })}`}>
            Anfrage ansehen
          </Link>
        ) : (
          <button type="button" className="button neutral small" onClick={() => setIsShown(true)}>
            Buchung ansehen
          </button>
        )}
        {thread.messages.length === 0 ? null : (
          <ReportThread
            isReported={thread.is_reported}
            report={(reason) => call('report-thread', { ...ids, reason })}
            onReported={onChange}
          />
        )}
      </div>
      {isShown && thread.booking_id !== null ? (
        <BookingDetail companyId={ids.companyId} bookingId={thread.booking_id} onClose={() => setIsShown(false)} />
      ) : null}
    </header>
  )
}

/** Service, time and amount, as far as known. */
const factsOf = ({ service_title, booking_date, booking_time, amount }: CompanyThread) => [
  service_title,
  booking_date === null || booking_time === null ? 'Anfrage' : `${formatDate(booking_date)}, ${formatTime(booking_time)}`,
  ...(amount === null ? [] : [euros(amount)]),
]

function Log({ thread, companyId, onMore }: { thread: CompanyThread; companyId: string; onMore: () => void }) {
  const log = useRef<HTMLDivElement>(null)
  const newest = thread.messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is the reason to go to the end
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [newest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <div className="thread-log" ref={log} role="log" aria-label={`Verlauf mit ${thread.customer_name}`} tabIndex={0}>
      {thread.has_older ? (
        <button type="button" className="button neutral small" onClick={onMore}>
          Ältere Nachrichten anzeigen
        </button>
      ) : null}
      {thread.messages.length === 0 ? <p className="muted">Noch hat niemand geschrieben.</p> : null}
      <Thread
        talk={thread}
        own="company"
        names={{ customer: thread.customer_name, company: thread.company_name }}
        fileOf={(file, by) => <MessageFile file={file} by={by} path={pathOf(companyId, file.id)} />}
      />
    </div>
  )
}

const pathOf = (companyId: string, attachmentId: string) => `/functions/v1/message-file?${new URLSearchParams({ companyId, attachmentId })}`
