import { formatDate, formatTime } from '#src/platform/kit/dates.ts'
import { seriesReach } from '#src/supply/services/seriesReach.ts'

/** Limits of a series (docs/spec.md#series), without the schemas of its calls. */
export const seriesLimits = {
  ...seriesReach,
  /** Hours between the confirmation of the address and the first date, at least. */
  confirmedHours: 100,
  /** Hours before the first date by which the company must have answered. */
  answerBeforeHours: 96,
  /** Time before the start at which a date becomes payable (days), is reminded of (hours), and lapses unpaid (hours). */
  dueDays: 7,
  remindHours: 96,
  untilHours: 72,
  /** Maximum number of requests that wait for an answer: of an address, and at a company. */
  perAddress: 3,
  perCompany: 20,
  /** Days until a request with an unconfirmed address is deleted. */
  unconfirmedDays: 2,
} as const

export const seriesPage = '/serie'

export const rhythms = [1, 2, 4] as const
export type Rhythm = (typeof rhythms)[number]
export const rhythmLabels = { 1: 'Wöchentlich', 2: 'Alle 2 Wochen', 4: 'Alle 4 Wochen' } as const satisfies Record<Rhythm, string>

const rhythmSaid = { 1: 'jede Woche', 2: 'alle 2 Wochen', 4: 'alle 4 Wochen' } as const satisfies Record<Rhythm, string>

/** Formats a series: '8 Termine, alle 2 Wochen'. */
export const formatSeries = ({ weeks, count }: { weeks: Rhythm; count: number }) => `${count} Termine, ${rhythmSaid[weeks]}`

export const seriesTexts = {
  once: 'Einmalig',
  pay: 'Zahlungspflichtig buchen',
  end: 'Serie beenden',
  count: `Eine Serie hat ${seriesLimits.dates.min} bis ${seriesLimits.dates.max} Termine`,
  order: 'Bitte nennen Sie die Termine in ihrer Reihenfolge, höchstens einen am Tag.',
  days: 'Einen dieser Termine gibt es nicht, weil die Uhren vorgestellt werden.',
  lastDay: (day: string) => `Der Anbieter nimmt Termine bis ${formatDate(day)} an.`,
  soon: 'Der erste Termin einer Serie liegt mindestens 5 Tage voraus, damit der Anbieter antworten kann.',
  checking: 'Bitte warten Sie einen Moment: Die Termine werden noch geprüft.',
  consent: 'Bitte bestätigen Sie, dass die Leistung vor Ablauf der Widerrufsfrist beginnen soll.',
  linkEnded: 'Dieser Link ist abgelaufen.',
  linkUnknown: 'Dieser Link ist ungültig oder abgelaufen.',
  taken: 'Nicht mehr alle Termine sind frei. Bitte prüfen Sie die Termine noch einmal.',
  /** Terms of a series, shown before the request. */
  terms: [
    'Die Anfrage kostet nichts und bindet Sie nicht. Der Anbieter nimmt die ganze Serie an oder lehnt sie ab.',
    'Jeder Termin ist ein eigener Auftrag. Sieben Tage vorher schicken wir Ihnen den Link, mit dem Sie ihn bezahlen; damit ist er gebucht.',
    'Was 72 Stunden vorher nicht bezahlt ist, verfällt. Wir speichern kein Zahlungsmittel, und Sie müssen nichts kündigen.',
  ],
  joined: 'Fast geschafft: Bitte bestätigen Sie Ihre E-Mail-Adresse',
  asked: 'Ihre Serie ist beim Anbieter angefragt',
} as const

/** Reason why a requested date is not available. */
export const closedTexts = {
  closed: 'ist geschlossen',
  taken: 'ist diese Zeit nicht frei',
  skipped: 'gibt es diese Uhrzeit nicht, weil die Uhren vorgestellt werden',
  far: 'nimmt der Anbieter noch keine Termine an',
} as const

type RequestedDate = {
  date: string
  time: string
  state: keyof typeof closedTexts | 'free'
  holiday: string | null
  alternative: { date: string; time: string } | null
}

/** Describes a date and its alternative: 'Am 24.12. ist geschlossen – auslassen oder 23.12., 09:00 Uhr?' */
export function wishedDateText({ date, state, holiday, alternative }: RequestedDate) {
  const why = `Am ${formatDate(date).slice(0, 6)} ${state === 'free' ? '' : closedTexts[state]}${holiday && state === 'closed' ? ` (${holiday})` : ''}`
  return alternative
    ? `${why} – auslassen oder ${formatDate(alternative.date).slice(0, 6)}, ${formatTime(alternative.time)}?`
    : `${why} – auslassen?`
}

/** Describes dates beyond the horizon: 'Der Anbieter nimmt Termine bis 24.01.2027 an. 2 Termine liegen danach und entfallen.' */
export const tooFarText = ({ far, lastDay }: { far: number; lastDay: string }) =>
  `${seriesTexts.lastDay(lastDay)} ${far === 1 ? 'Ein Termin liegt danach und entfällt.' : `${far} Termine liegen danach und entfallen.`}`

/** Position in a series: 'Serie, Termin 3 von 8'. */
export const seriesPlaceText = ({ position, dates }: { position: number; dates: number }) => `Serie, Termin ${position} von ${dates}`

/** Several dates in place of one, chosen for a service and a first time; `problem`: reason why they cannot be requested. */
export type ChosenSeries = {
  of: string
  weeks: Rhythm
  count: number
  dates: { date: string; time: string }[]
  problem?: string | undefined
}

/** Labels of a series' states. */
export const seriesStateLabels = {
  unconfirmed: 'Unbestätigt',
  requested: 'Angefragt',
  accepted: 'Angenommen',
  declined: 'Abgelehnt',
  lapsed: 'Verfallen',
  withdrawn: 'Zurückgezogen',
  ended: 'Beendet',
} as const

/** Labels and colours of a date's states. */
export const dateLabels = {
  open: { tone: 'waiting', word: 'Angefragt' },
  planned: { tone: 'done', word: 'Vorgemerkt' },
  due: { tone: 'waiting', word: 'Zahlung offen' },
  paid: { tone: 'good', word: 'Gebucht' },
  lapsed: { tone: 'off', word: 'Verfallen' },
  cancelled: { tone: 'off', word: 'Entfällt' },
} as const
