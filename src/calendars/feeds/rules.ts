import { z } from 'zod'
import { formatDate } from '#src/kit/dates.ts'
import { problemsOf } from '#src/kit/problems.ts'
import { plural } from '#src/kit/text.ts'

/** `seconds` and `megabytes` for a process that starts, reads and answers: the start alone takes one where a machine is busy. */
export const feedLimits = {
  url: 2_000,
  savesPerHour: 20,
  everyMinutes: 15,
  /** The longest pause between two tries of a calendar that fails. */
  mostMinutes: 360,
  /** Calendars that one server reads at the same time, and how long one run of the job begins further ones. */
  lanes: 4,
  runSeconds: 45,
  /** What one company's calendar may cost in an hour; a slower one is read less often. */
  secondsPerHour: 20,
  aheadDays: 180,
  failuresToTell: 3,
  ranges: 3_000,
  seconds: 10,
  megabytes: 128,
  fileMegabytes: 2,
} as const

/** What its address is sealed for. */
export const feedSealPurpose = 'calendarFeed'

export const feedTexts = {
  url: 'Bitte geben Sie die geheime Adresse (iCal) an, sie beginnt mit https:// oder webcal://',
  saved: 'Der Kalender ist verbunden. Seine Termine sperren gleich freie Zeiten.',
  removed: 'Der Kalender ist getrennt.',
} as const

export const feedProblems = problemsOf('feeds', {
  noCalendar: [409, 'Bitte speichern Sie zuerst Ihre Öffnungszeiten.'],
  noSubscription: [409, 'Einen Kalender können Sie verbinden, sobald Ihr Abo läuft.'],
})

/** When a calendar is read again: later after each failure in a row, and later when it takes long. */
export function nextReading({ now, failures, seconds }: { now: Date; failures: number; seconds: number }) {
  const { everyMinutes, mostMinutes, secondsPerHour } = feedLimits
  const afterFailure = Math.min(everyMinutes * 2 ** Math.max(0, failures - 1), mostMinutes)
  return new Date(now.getTime() + Math.max(afterFailure, (seconds / secondsPerHour) * 60) * 60_000)
}

/** Why a calendar was not read the last time, as its owner and the operator read it. */
export const failureWords = {
  address: 'Unter dieser Adresse lesen wir nicht: Sie führt nicht ins öffentliche Netz',
  unreachable: 'Der Server des Kalenders antwortet nicht',
  answer: 'Die Adresse gibt es nicht mehr, oder sie liefert keinen Kalender',
  size: `Der Kalender ist zu groß (höchstens ${feedLimits.fileMegabytes} MB)`,
  slow: 'Der Server des Kalenders antwortet zu langsam',
  unreadable: 'Der Kalender ist nicht lesbar oder hat zu viele Termine',
} as const
export type Failure = keyof typeof failureWords
export const failures = Object.keys(failureWords) as [Failure, ...Failure[]]

export const remarkKinds = ['zone', 'start', 'end', 'rule', 'exception', 'dense', 'cut'] as const
export type RemarkKind = (typeof remarkKinds)[number]
export const remarkLimits = { kept: 10, name: 80 } as const

/** What could not be read of a calendar that was read otherwise: which zone or rule, how often, from which day on. Never a title. */
export const remark = z.object({
  kind: z.enum(remarkKinds),
  name: z.string().nullable(),
  count: z.number(),
  day: z.string().nullable(),
})
export type Remark = z.infer<typeof remark>

/** A remark as one sentence: what it is, what follows, what to do. */
export function remarkWords({ kind, name, count, day }: Remark) {
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

/** 'webcal://' is what calendar programs call an https address. */
const url = z
  .string({ error: feedTexts.url })
  .trim()
  .max(feedLimits.url, feedTexts.url)
  .overwrite((text) => text.replace(/^webcals?:\/\//i, 'https://'))
  .refine((text) => URL.parse(text)?.protocol === 'https:', feedTexts.url)

export const feedBody = z.object({ companyId: z.uuid(), url })
export const feedOf = z.object({ companyId: z.uuid() })

/** What is shown of a connected calendar; its address is never shown again. */
export const shownFeed = z.object({
  host: z.string(),
  readAt: z.coerce.date().nullable(),
  failures: z.number(),
  failure: z.enum(failures).nullable(),
  remarks: z.array(remark),
})
