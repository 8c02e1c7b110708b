import { z } from 'zod'
import { formatDate } from '#src/platform/kit/dates.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { plural } from '#src/platform/kit/text.ts'

/**
 * Limits of external calendars. `seconds`, `megabytes`: for a child process that starts, parses and responds; on a busy machine the start
 * alone takes a second.
 */
export const feedLimits = {
  url: 2_000,
  savesPerHour: 20,
  everyMinutes: 15,
  /** Maximum pause between two attempts at a failing calendar. */
  mostMinutes: 360,
  /** Calendars that one server fetches in parallel, and the seconds after which one run of the job begins no more. */
  lanes: 4,
  runSeconds: 45,
  /** Seconds of work per hour for one company's calendar; a slower one is fetched less often. */
  secondsPerHour: 20,
  aheadDays: 180,
  failuresToNotify: 3,
  ranges: 3_000,
  seconds: 10,
  megabytes: 128,
  fileMegabytes: 2,
} as const

/** Encryption purpose of a feed's URL. */
export const feedEncryptionPurpose = 'calendarFeed'

export const feedTexts = {
  url: 'Bitte geben Sie die geheime Adresse (iCal) an, sie beginnt mit https:// oder webcal://',
  saved: 'Der Kalender ist verbunden. Seine Termine sperren gleich freie Zeiten.',
  removed: 'Der Kalender ist getrennt.',
} as const

export const feedProblems = problemsOf('feeds', {
  noCalendar: [409, 'Bitte speichern Sie zuerst Ihre Öffnungszeiten.'],
  noSubscription: [409, 'Einen Kalender können Sie verbinden, sobald Ihr Abo läuft.'],
})

/** Time of the next fetch: later after each consecutive failure, and later for slow calendars. */
export function nextFetchAt({ now, failures, seconds }: { now: Date; failures: number; seconds: number }) {
  const { everyMinutes, mostMinutes, secondsPerHour } = feedLimits
  const afterFailure = Math.min(everyMinutes * 2 ** Math.max(0, failures - 1), mostMinutes)
  return new Date(now.getTime() + Math.max(afterFailure, (seconds / secondsPerHour) * 60) * 60_000)
}

/** German texts of the last failure, for owner and operator. */
export const feedFailureTexts = {
  address: 'Unter dieser Adresse lesen wir nicht: Sie führt nicht ins öffentliche Netz',
  unreachable: 'Der Server des Kalenders antwortet nicht',
  answer: 'Die Adresse gibt es nicht mehr, oder sie liefert keinen Kalender',
  size: `Der Kalender ist zu groß (höchstens ${feedLimits.fileMegabytes} MB)`,
  slow: 'Der Server des Kalenders antwortet zu langsam',
  unreadable: 'Der Kalender ist nicht lesbar oder hat zu viele Termine',
} as const
export type Failure = keyof typeof feedFailureTexts
export const failures = Object.keys(feedFailureTexts) as [Failure, ...Failure[]]

export const remarkKinds = ['zone', 'start', 'end', 'rule', 'exception', 'dense', 'cut'] as const
export type RemarkKind = (typeof remarkKinds)[number]
export const remarkLimits = { kept: 10, name: 80 } as const

/** Unreadable part of a calendar: which zone or rule, how often, first day. Never contains a title. */
export const remark = z.object({
  kind: z.enum(remarkKinds),
  name: z.string().nullable(),
  count: z.number(),
  day: z.string().nullable(),
})
export type Remark = z.infer<typeof remark>

/** Text of a remark: the problem, its effect, and the remedy. */
export function remarkText({ kind, name, count, day }: Remark) {
  const event = `der Termin vom ${day ? formatDate(day) : 'unbekannten Tag'}${count > 1 ? ` und ${plural(count - 1, 'anderer', 'andere')}` : ''}`
  const words: Record<RemarkKind, string> = {
    zone: `Die Zeitzone „${name}“ kennen wir nicht: Termine mit ihr sperren vorsichtshalber jede Stunde, die gemeint sein kann. Bitte wählen Sie dort eine übliche Zeitzone, etwa Europe/Berlin.`,
    start: `${plural(count, 'Termin hat', 'Termine haben')} keinen lesbaren Beginn: Was früher gesperrt war, bleibt gesperrt. Bitte sperren Sie solche Zeiten hier von Hand.`,
    end: `Das Ende ist nicht zu lesen (${event}): Gesperrt ist bis zum Ende des Tages. Bitte prüfen Sie den Termin in Ihrem Kalender.`,
    rule: `Die Wiederholung „${name}“ ist nicht zu lesen (${event}): Gesperrt ist der erste Termin, und was früher gesperrt war, bleibt gesperrt. Bitte sperren Sie die übrigen hier von Hand.`,
    exception: `Eine Ausnahme ist nicht zu lesen (${event}): Die Serie sperrt vorsichtshalber alle ihre Termine.`,
    dense: `Eine Serie wiederholt sich zu oft (${event}): Sie sperrt vorsichtshalber die ganze Zeit. Bitte prüfen Sie sie in Ihrem Kalender.`,
    cut: 'Der Kalender endet mittendrin: Was früher gesperrt war, bleibt gesperrt. Wir lesen ihn bald wieder.',
  }
  return words[kind]
}

/** Schema of a feed's URL; 'webcal://' is an alias of https used by calendar programs. */
const url = z
  .string({ error: feedTexts.url })
  .trim()
  .max(feedLimits.url, feedTexts.url)
  .overwrite((text) => text.replace(/^webcals?:\/\//i, 'https://'))
  .refine((text) => URL.parse(text)?.protocol === 'https:', feedTexts.url)

export const feedBody = z.object({ companyId: z.uuid(), url })
export const feedOf = z.object({ companyId: z.uuid() })

/** Connected calendar as shown to its owner; its URL is never shown again. */
export const feedView = z.object({
  host: z.string(),
  readAt: z.coerce.date().nullable(),
  failures: z.number(),
  failure: z.enum(failures).nullable(),
  remarks: z.array(remark),
})
