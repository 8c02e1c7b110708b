import { actorText } from '#src/foundation/accounts/auditActors.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'

/** Event of the appointment, audited action, or mail (with the SMTP code of its refusal). */
export type EventRow = { kind: 'event' | 'audit' | 'mail'; at: Date; actor: string; what: string; detail: unknown }

const actLabels: Record<string, string> = {
  ordered: 'Bestellt',
  requested: 'Angefragt',
  paid: 'Bezahlt',
  unpaid: 'Nicht bezahlt, Termin frei',
  refused: 'Zahlung kam zu spät, Termin nicht mehr möglich',
  adopted: 'In den Kalender übernommen',
  accepted: 'Anfrage angenommen',
  countered: 'Andere Zeiten vorgeschlagen',
  declined: 'Anfrage abgelehnt',
  lapsed: 'Anfrage verfallen',
  withdrawn: 'Anfrage zurückgezogen',
  captureRefused: 'Abbuchung abgelehnt',
  moveProposed: 'Verschiebung vorgeschlagen',
  moved: 'Verschoben',
  cancelled: 'Storniert',
  performed: 'Als durchgeführt gemeldet',
  missed: 'Als nicht angetroffen gemeldet',
  objected: 'Widerspruch des Kunden',
  decided: 'Über den Widerspruch entschieden',
  settled: 'Nach der Frist abgerechnet',
}
const actionLabels: Record<string, string> = {
  'bookings.cancel': 'Storniert',
  'booking.refund': 'Erstattung angewiesen',
  'appointments.decide': 'Über den Widerspruch entschieden',
  'complaints.decide': 'Über das gemeldete Problem entschieden',
  'bookings.resend': 'Bestätigung erneut gesendet',
}
const actors: Record<string, string> = { customer: 'Kunde', company: 'Anbieter', operator: 'Betreiber', system: 'System' }

/** Labels of mails by the occasion's end; the first match wins, so the most specific come first. */
const mailWords: [RegExp, string][] = [
  [/^booking:[^:]+:confirmed:customer/, 'Bestätigung an den Kunden'],
  [/^booking:[^:]+:confirmed:company/, 'Neue Buchung an den Anbieter'],
  [/^booking:[^:]+:cancelled:customer/, 'Stornierung an den Kunden'],
  [/^booking:[^:]+:cancelled:company/, 'Stornierung an den Anbieter'],
  [/^booking:[^:]+:(dayBefore|hoursBefore):/, 'Erinnerung an den Kunden'],
  [/^booking:[^:]+:link:/, 'Neuer Link an den Kunden'],
  [/^booking:[^:]+:expired/, 'Nicht bezahlt, an den Kunden'],
  [/^booking:[^:]+:review/, 'Bitte um eine Bewertung an den Kunden'],
  [/^booking:[^:]+:complaint:/, 'Zum gemeldeten Problem'],
  [/^booking:[^:]+:missed/, 'Nicht angetroffen, an den Kunden'],
  [/^booking:[^:]+:moved:/, 'Verschiebung'],
  [/^booking:[^:]+:objected/, 'Widerspruch'],
  [/^booking:[^:]+:decided/, 'Entscheidung über den Widerspruch'],
  [/^request:[^:]+:arrived/, 'Anfrage an den Anbieter'],
  [/^request:[^:]+:sent/, 'Anfrage bestätigt, an den Kunden'],
  [/^request:/, 'Zur Anfrage'],
  [/^move:/, 'Vorschlag einer anderen Zeit'],
  [/^refund:[^:]+:company/, 'Erstattung an den Anbieter'],
  [/^refund:/, 'Erstattung an den Kunden'],
  [/^withdrawal:/, 'Zum Widerruf'],
  [/^dispute:/, 'Zur angefochtenen Zahlung'],
]

/** Formats a line of a booking's history; `isBad`: a mail that was refused. */
export function historyLine({ kind, at, actor, what, detail }: EventRow) {
  if (kind === 'mail') {
    const words = mailWords.find(([shape]) => shape.test(what))?.[1] ?? 'Mitteilung'
    const refused = typeof detail === 'number'
    return { at, who: 'E-Mail', text: refused ? `${words}: nicht zustellbar (${detail})` : words, detail: '', isBad: refused }
  }
  const text = kind === 'event' ? actLabels[what] : actionLabels[what]
  const who = kind === 'event' ? (actors[actor] ?? actor) : actorText(actor)
  return { at, who, text: text ?? what, detail: changeSummary(detail), isBad: false }
}

/** Times before and after a move, and the reason of an action, if they are stored. */
function changeSummary(detail: unknown) {
  const { before, after } = partsOf(detail)
  const [was, is] = [partsOf(before).startsAt, partsOf(after).startsAt]
  const moments = [was, is].filter((one) => typeof one === 'string').map((one) => formatMoment(new Date(one)))
  const { reason } = partsOf(after)
  return [moments.join(' → '), typeof reason === 'string' ? reason : ''].filter(Boolean).join(' · ')
}

const partsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
