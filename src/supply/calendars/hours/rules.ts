import { z } from 'zod'
import { isCalendarDay } from '#src/platform/kit/dates.ts'
import { type FederalState, federalStates } from '#src/platform/kit/holidays.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { policies } from '#src/platform/kit/settingOptions.ts'
import { writtenDay, writtenTime } from '#src/platform/kit/typed.ts'
import { feedView } from '../feeds/rules.ts'
import { unbookableCauses } from '../fitTexts.ts'
import { linkShows } from '../links/rules.ts'

/** Limits of a company's calendar; lengths in characters. */
export const hoursLimits = {
  /** Opening hours of one day; a break makes two ranges of one. */
  rangesPerDay: 6,
  note: 60,
  resources: 50,
  resourceName: { min: 2, max: 60 },
  capacity: { min: 1, max: 50 },
  closureDays: 366,
  travelKmh: { min: 30, max: 60 },
} as const

export const hoursTexts = {
  time: 'Bitte geben Sie Zeiten wie 08:00 an',
  order: 'Das Ende muss nach dem Anfang liegen',
  overlap: 'Diese Zeiten überschneiden sich',
  tooMany: `Höchstens ${hoursLimits.rangesPerDay} Zeiten an einem Tag`,
  day: 'Bitte wählen Sie einen Tag',
  days: 'Der letzte Tag darf nicht vor dem ersten liegen',
  oneDay: 'Andere Zeiten gelten für einen Tag: Bitte lassen Sie den letzten Tag frei',
  longClosure: 'Höchstens ein Jahr am Stück',
  note: `Höchstens ${hoursLimits.note} Zeichen`,
  name: `Name muss zwischen ${hoursLimits.resourceName.min} und ${hoursLimits.resourceName.max} Zeichen lang sein`,
  capacity: `Plätze müssen zwischen ${hoursLimits.capacity.min} und ${hoursLimits.capacity.max} liegen`,
  state: 'Bitte wählen Sie ein Bundesland',
  speed: `Geschwindigkeit muss zwischen ${hoursLimits.travelKmh.min} und ${hoursLimits.travelKmh.max} km/h liegen`,
} as const

export const hoursProblems = problemsOf('hours', {
  none: [409, 'Bitte speichern Sie zuerst Ihre Öffnungszeiten.'],
  unknown: [404, 'Diesen Eintrag gibt es nicht mehr. Bitte laden Sie die Seite neu.'],
  lastResource: [409, 'Einer muss bleiben: Ohne Personen und Räume gibt es keine freien Zeiten.'],
  tooManyResources: [409, `Mehr als ${hoursLimits.resources} Einträge sind nicht möglich.`],
})

/** Minutes of the day from '08:30'; '24:00' is its end. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const time = z
  .string({ error: hoursTexts.time })
  .overwrite(writtenTime)
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, hoursTexts.time)
const range = z
  .object({ from: time, to: time })
  .refine(({ from, to }) => minutesOf(from) < minutesOf(to), { error: hoursTexts.order, path: ['to'] })
type TimeRange = { from: string; to: string }

const day = z.string({ error: hoursTexts.day }).overwrite(writtenDay).refine(isCalendarDay, hoursTexts.day)
const note = z.string().trim().max(hoursLimits.note, hoursTexts.note).default('')
const resourceId = z.uuid().nullable().default(null)
const company = { companyId: z.uuid() }
const states = Object.keys(federalStates) as FederalState[]

const overlaps = (ranges: readonly TimeRange[]) =>
  ranges
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .some((one, index, sorted) => index > 0 && minutesOf(sorted[index - 1]?.to ?? '00:00') > minutesOf(one.from))

const ranges = z
  .array(range)
  .max(hoursLimits.rangesPerDay, hoursTexts.tooMany)
  .refine((all) => !overlaps(all), hoursTexts.overlap)

/** Weekly hours: seven days from Monday. `resourceId`: null for the whole company. */
export const hoursBody = z.object({ ...company, resourceId, week: z.array(ranges).length(7) })
export type HoursInput = z.infer<typeof hoursBody>

/** Settings of the whole calendar. */
const policyFields = {
  /** Off: customers agree on times as at a company without a calendar; existing appointments keep their times. */
  isOn: z.boolean(),
  /** State whose public holidays close the company; null for none. */
  federalState: z.enum(states, { error: hoursTexts.state }).nullable(),
  policy: z.enum(policies),
  travelKmh: z
    .int({ error: hoursTexts.speed })
    .min(hoursLimits.travelKmh.min, hoursTexts.speed)
    .max(hoursLimits.travelKmh.max, hoursTexts.speed),
}
export const policyBody = z.object({ ...company, ...policyFields })

/** Hours of a single day: none if it is closed; `ranges` null removes the exception. */
export const dayBody = z.object({ ...company, resourceId, day, ranges: ranges.nullable(), note })
export const closureBody = z
  .object({ ...company, id: z.uuid().optional(), resourceId, firstDay: day, lastDay: day, note })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { error: hoursTexts.days, path: ['lastDay'] })
  .refine(({ firstDay, lastDay }) => Date.parse(lastDay) - Date.parse(firstDay) < hoursLimits.closureDays * 86_400_000, {
    error: hoursTexts.longClosure,
    path: ['lastDay'],
  })
export const closureId = z.object({ ...company, id: z.uuid() })

/** Services that no customer can book in the coming days. */
export const unbookableAnswer = z.object({
  services: z.array(
    z.object({
      serviceId: z.string(),
      title: z.string(),
      minutes: z.number(),
      isSpread: z.boolean(),
      why: z.enum(unbookableCauses),
      longestMinutes: z.number().nullable(),
    }),
  ),
})

export const resourceKinds = ['person', 'room', 'seats'] as const
export const resourceBody = z.object({
  ...company,
  id: z.uuid().optional(),
  kind: z.enum(resourceKinds),
  name: z
    .string({ error: hoursTexts.name })
    .trim()
    .min(hoursLimits.resourceName.min, hoursTexts.name)
    .max(hoursLimits.resourceName.max, hoursTexts.name),
  capacity: z
    .int({ error: hoursTexts.capacity })
    .min(hoursLimits.capacity.min, hoursTexts.capacity)
    .max(hoursLimits.capacity.max, hoursTexts.capacity)
    .default(1),
  isHidden: z.boolean().default(false),
})
export type ResourceInput = z.infer<typeof resourceBody>

const rangeView = z.object({ from: z.string(), to: z.string() })

/** A company's calendar for editing; one without a calendar gets the proposed values. */
export const companyCalendar = z.object({
  hasCalendar: z.boolean(),
  ...policyFields,
  resources: z.array(
    z.object({ id: z.string(), kind: z.enum(resourceKinds), name: z.string(), capacity: z.number(), isHidden: z.boolean() }),
  ),
  hours: z.array(z.object({ resourceId: z.string().nullable(), weekday: z.number(), from: z.string(), to: z.string() })),
  days: z.array(z.object({ resourceId: z.string().nullable(), day: z.string(), ranges: z.array(rangeView), note: z.string() })),
  closures: z.array(
    z.object({ id: z.string(), resourceId: z.string().nullable(), firstDay: z.string(), lastDay: z.string(), note: z.string() }),
  ),
  /** Details shown in the company's calendar program; null without a link. */
  linkShows: z.enum(linkShows).nullable(),
  /** External calendar. */
  feed: feedView.nullable(),
})
export type CompanyCalendar = z.infer<typeof companyCalendar>

/** Future agreed appointments outside the hours: they stay, and the company is informed. */
export const outsideAnswer = z.object({ outside: z.array(z.object({ bookingId: z.string(), startsAt: z.date() })) })
