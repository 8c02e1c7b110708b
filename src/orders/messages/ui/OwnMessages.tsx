import { type BookingKey, keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { OwnTalk, type TalkSource } from './OwnTalk.tsx'

/** Messages section of the customer's booking page. */
export default function OwnMessages({ bookingKey }: { bookingKey: BookingKey }) {
  return (
    <OwnTalk
      id="own-messages"
      sourceKey={JSON.stringify(bookingKey)}
      source={sourceOf(bookingKey)}
      heading={(thread) => (
        <div className="stack tight">
          <h2 id="own-messages">Nachrichten</h2>
          {thread?.may_write ? <p className="small muted">{thread.company_name} antwortet hier, und Sie bekommen eine E-Mail.</p> : null}
        </div>
      )}
    />
  )
}

const sourceOf = (key: BookingKey): TalkSource => ({
  read: (asked) => call('list-messages', { key, ...asked }),
  send: (message, idempotencyKey) => call('send-message', { key, ...message }, { idempotencyKey }),
  report: (reason) => call('report-messages', { key, reason }),
  filePath: (attachmentId) => `/functions/v1/own-message-file?${new URLSearchParams({ attachmentId })}`,
  headers: keyHeaders(key),
})
