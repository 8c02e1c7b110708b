import type { MessageView, ThreadView } from '../rules.ts'

export type Talk = Pick<ThreadView, 'messages' | 'has_older' | 'requested_at' | 'paid_at'>
export type ShownPart = { kind: 'message'; at: Date; message: MessageView } | { kind: 'happened'; at: Date; text: string }

/** Merges messages and booking events in order of time; events before the oldest loaded message are left out. */
export function threadParts({ messages, has_older, requested_at, paid_at }: Talk): ShownPart[] {
  const happened = (at: string | null, text: string): ShownPart[] => (at === null ? [] : [{ kind: 'happened', at: new Date(at), text }])
  const first = messages[0]?.sent_at
  const events = [
    ...happened(requested_at, 'Anfrage gesendet'),
    ...happened(paid_at, requested_at === null ? 'Gebucht und bezahlt' : 'Angenommen, Kontaktdaten ausgetauscht'),
  ].filter(({ at }) => !has_older || first === undefined || at >= new Date(first))
  const written = messages.map((message): ShownPart => ({ kind: 'message', at: new Date(message.sent_at), message }))
  return [...events, ...written].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}
