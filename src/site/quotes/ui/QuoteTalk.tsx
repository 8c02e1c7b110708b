import { OwnTalk, type TalkSource } from '#src/orders/messages/ui/OwnTalk.tsx'
import { call } from '#src/platform/web/queries/call.ts'

type QuoteTalkProps = { token: string; quoteId: string; companyName: string }

/** Thread of the customer with one of the asked companies. */
export default function QuoteTalk({ token, quoteId, companyName }: QuoteTalkProps) {
  const id = `talk-${quoteId}`
  return (
    <OwnTalk
      id={id}
      sourceKey={quoteId}
      source={sourceOf(token, quoteId)}
      heading={(thread) => (
        <div className="stack tight">
          <h3 id={id} tabIndex={-1} ref={focusOnce}>
            Nachrichten mit {companyName}
          </h3>
          {thread?.may_write ? <p className="small muted">{companyName} antwortet hier, und Sie bekommen eine E-Mail.</p> : null}
        </div>
      )}
    />
  )
}

/** The thread opens below the button and takes the focus. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

const sourceOf = (token: string, quoteId: string): TalkSource => ({
  read: (asked) => call('list-quote-messages', { token, quoteId, ...asked }),
  send: (message, idempotencyKey) => call('send-quote-message', { token, quoteId, ...message }, { idempotencyKey }),
  report: (reason) => call('report-quote-messages', { token, quoteId, reason }),
  filePath: (attachmentId) => `/functions/v1/own-quote-message-file?${new URLSearchParams({ quoteId, attachmentId })}`,
  headers: { 'x-quote-token': token },
})
