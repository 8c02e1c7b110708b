import { z } from 'zod'
import { problemsOf } from '#src/kit/problems.ts'

/** `seconds` and `megabytes` for a process that starts, reads and answers: the start alone takes one where a machine is busy. */
export const feedLimits = {
  url: 2_000,
  savesPerHour: 20,
  everyMinutes: 15,
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
})

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
})
