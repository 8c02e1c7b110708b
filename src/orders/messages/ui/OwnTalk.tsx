import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { isTalkInUse, liveSeconds } from '#src/platform/kit/live.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import type { ContactKind } from '../../bookings/masking/rules.ts'
import { messageLimits, type ThreadView } from '../rules.ts'
import { MessageFile } from './MessageFile.tsx'
import { ReportThread } from './ReportThread.tsx'
import { Thread } from './Thread.tsx'
import { isInView, useThreadQuery } from './ThreadQuery.tsx'
import { WriteMessage } from './WriteMessage.tsx'
import './messages.css'

/** Requests of a customer's thread, authorized by the key of its booking or request. */
export type TalkSource = {
  read: (asked: { isSeen: boolean; most: number }) => Promise<ThreadView>
  send: (message: { text: string; attachmentIds: string[] }, idempotencyKey: string) => Promise<{ hidden: ContactKind[] }>
  report: (reason: string) => Promise<unknown>
  filePath: (attachmentId: string) => string
  headers: Record<string, string>
}

type OwnTalkProps = {
  id: string
  /** Identity of the source: equal keys mean the same thread. */
  sourceKey: string
  source: TalkSource
  heading: (thread: ThreadView | undefined) => ReactNode
}

/** Thread of a customer with a company. Renders nothing if it is empty and closed. */
export function OwnTalk({ id, sourceKey, source, heading }: OwnTalkProps) {
  const [most, setMost] = useState<number>(messageLimits.shown.standard)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same source
  const read = useCallback(() => source.read({ isSeen: isInView(), most }), [sourceKey, most])
  const [isInUse, setIsInUse] = useState(false)
  const { queryResult, reload } = useThreadQuery(read, { everyMs: (isInUse ? liveSeconds.talk : liveSeconds.poll) * 1_000 })
  const { data, failure } = queryResult
  useEffect(() => setIsInUse(isTalkInUse(data?.messages.at(-1)?.sent_at, Date.now())), [data])
  const isShown = data !== undefined
  useEffect(() => {
    // Links may lead to this section, which is rendered after the rest of the page.
    if (isShown && location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [isShown, id])
  if (data === undefined && failure === undefined) return null
  if (data && !data.may_write && data.messages.length === 0) return null
  return (
    <section className="card padded stack own-messages" aria-labelledby={id}>
      {heading(data)}
      {failure === undefined ? null : (
        <RegionFailure title="Die Nachrichten konnten nicht geladen werden" text={failure} onRetry={() => void reload()} />
      )}
      {data ? <OwnThread id={id} thread={data} source={source} onChange={reload} onMore={() => setMost((last) => last + 400)} /> : null}
    </section>
  )
}

type OwnThreadProps = { id: string; thread: ThreadView; source: TalkSource; onChange: () => unknown; onMore: () => void }

function OwnThread({ id, thread, source, onChange, onMore }: OwnThreadProps) {
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
            fileOf={(file, by) => <MessageFile file={file} by={by} path={source.filePath(file.id)} headers={source.headers} />}
          />
        </div>
      )}
      {thread.may_write ? (
        <WriteMessage id={`${id}-text`} label="Nachricht" isGated={thread.is_gated} send={source.send} onSent={onChange} />
      ) : null}
      {thread.messages.length === 0 ? null : <ReportThread isReported={thread.is_reported} report={source.report} onReported={onChange} />}
    </>
  )
}
