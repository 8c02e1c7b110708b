import { formatAmount, parseEuro } from '#src/platform/kit/money.ts'
import { insideNames } from '#src/platform/kit/wire.ts'
import { mayHaveDeposit } from '../deposits.ts'
import { isUsuallySpread } from '../durations.ts'
import { type PriceKind, type ServicePlace, timeLimits } from '../rules.ts'
import { type ServiceInput, type ServiceTimes, serviceInput, usualServiceTimes } from '../schemas.ts'
import type { CatalogueEntry, OwnService, OwnServices } from './rules.ts'

/** Typed values of an option; `key` identifies the row of the form. */
export type OptionDraft = { key: number; id?: string; group: string; title: string; surcharge: string }
export type QuestionDraft = { key: number; text: string }

export type TimesDraft = Record<Exclude<keyof ServiceTimes, 'bookingMode' | 'resourceIds'>, string> &
  Pick<ServiceTimes, 'bookingMode' | 'resourceIds'>

/** Typed values of a service. `entry` is the catalogue entry that filled it, for orientation. */
export type Draft = {
  catalogueId: string
  title: string
  description: string
  priceKind: PriceKind
  price: string
  priceTo: string
  unit: string
  minutes: string
  minutesPerUnit: string
  /** Continuity of the work; null: by its duration. */
  isSpread: boolean | null
  depositPercent: string
  restParts: string
  places: ServicePlace[]
  questions: QuestionDraft[]
  picture: string
  isHidden: boolean
  options: OptionDraft[]
  times: TimesDraft
  entry: CatalogueEntry | null
}

const timesDraft = ({ bookingMode, resourceIds, ...numbers }: ServiceTimes): TimesDraft => ({
  ...converted(numbers, String),
  bookingMode,
  resourceIds,
})

const converted = <Name extends string, From, To>(values: Record<Name, From>, convert: (value: From) => To): Record<Name, To> =>
  Object.fromEntries(Object.entries<From>(values).map(([name, value]): unknown[] => [name, convert(value)]))

/** Empty service with a title, and the operator's default notice and horizon. */
export const ownDraft = (title: string, usual: OwnServices['usual']): Draft => ({
  ...{ catalogueId: '', title, description: '', priceKind: 'fixed', price: '', priceTo: '', unit: '', minutes: '', places: ['customer'] },
  ...{ minutesPerUnit: '', isSpread: null, depositPercent: '', restParts: '1' },
  ...{ questions: [], picture: '', isHidden: false, options: [], times: usualDraft(usual), entry: null },
})

const usualDraft = ({ notice_hours: noticeHours, horizon_days: horizonDays }: OwnServices['usual']) =>
  timesDraft({ ...usualServiceTimes, noticeHours, horizonDays })

/** Service as the catalogue describes it, with its name or another. Its prices are for orientation and never filled in. */
export const draftOfEntry = (entry: CatalogueEntry, usual: OwnServices['usual'], title = entry.name): Draft => ({
  ...ownDraft(title, usual),
  catalogueId: entry.id,
  priceKind: entry.price_kind,
  unit: entry.unit ?? '',
  minutes: String(entry.minutes),
  minutesPerUnit: decimalText(entry.minutes_per_unit),
  isSpread: entry.is_spread,
  places: entry.places,
  questions: entry.questions.map((text, key) => ({ key, text })),
  entry,
})

export const draftOf = (service: OwnService): Draft => ({
  catalogueId: service.catalogue_id ?? '',
  title: service.title,
  description: service.description,
  priceKind: service.price_kind,
  price: service.price === null ? '' : amountText(service.price),
  priceTo: service.price_to === null ? '' : amountText(service.price_to),
  unit: service.unit ?? '',
  minutes: service.minutes === null ? '' : String(service.minutes),
  minutesPerUnit: decimalText(service.minutes_per_unit),
  isSpread: service.is_spread,
  depositPercent: String(service.deposit_percent ?? ''),
  restParts: String(service.rest_parts),
  places: service.places,
  questions: service.questions.map((text, key) => ({ key, text })),
  picture: service.picture ?? '',
  isHidden: service.is_hidden,
  options: service.options.map(({ id, option_group: group, title, surcharge }, key) => ({
    ...{ key, id, group: group ?? '', title, surcharge: amountText(surcharge) },
  })),
  times: timesDraft(insideNames(service.times)),
  entry: service.entry,
})

const amountText = (euros: number) => formatAmount(Math.round(euros * 100))

/** Converts a draft to the request. A text that is no number becomes a value that the schema refuses. */
export const inputOf = (draft: Draft): ServiceInput => ({
  catalogueId: draft.catalogueId || null,
  title: draft.title,
  description: draft.description,
  priceKind: draft.priceKind,
  price: draft.priceKind === 'quote' || draft.price.trim() === '' ? null : eurosIn(draft.price),
  priceTo: draft.priceKind !== 'from' || draft.priceTo.trim() === '' ? null : eurosIn(draft.priceTo),
  unit: draft.unit,
  minutes: draft.minutes.trim() === '' ? null : wholeIn(draft.minutes),
  minutesPerUnit: isUnitTimed(draft) && draft.minutesPerUnit.trim() !== '' ? decimalIn(draft.minutesPerUnit) : null,
  isSpread: draft.isSpread,
  ...depositIn(draft),
  places: draft.places,
  questions: draft.questions.map(({ text }) => text),
  picture: draft.picture || null,
  isHidden: draft.isHidden,
  options: draft.options.map(({ id, group, title, surcharge }) => ({
    ...{ id, group: group.trim() || null, title, surcharge: surcharge.trim() === '' ? 0 : eurosIn(surcharge) },
  })),
  times: timesIn(draft.times),
})

const timesIn = ({ gridMinutes, bookingMode, resourceIds, ...numbers }: TimesDraft): ServiceTimes => ({
  ...converted(numbers, wholeIn),
  gridMinutes: timeLimits.gridMinutes.find((one) => String(one) === gridMinutes) ?? usualServiceTimes.gridMinutes,
  bookingMode,
  resourceIds,
})

/** Deposit of a draft; an unreadable share becomes a value that the schema refuses. */
function depositIn({ priceKind, depositPercent, restParts }: Draft) {
  if (!mayHaveDeposit({ priceKind }) || depositPercent.trim() === '') return { depositPercent: null, restParts: 1 }
  return { depositPercent: wholeIn(depositPercent), restParts: wholeIn(restParts) }
}

/** Amount in euros; NaN, which the schema refuses, for a text that is no amount. */
export const eurosIn = (text: string) => (parseEuro(text) ?? Number.NaN) / 100
/** Number with an optional decimal comma, such as minutes of a unit; NaN for any other text. */
export const decimalIn = (text: string) =>
  /^\d{1,4}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
export const decimalText = (number: number | null) => (number === null ? '' : String(number).replace('.', ','))
/** True if the quantity may change the duration: a counted unit is named. */
export const isUnitTimed = ({ priceKind, unit }: Pick<Draft, 'priceKind' | 'unit'>) => priceKind !== 'hourly' && unit.trim() !== ''
/** Chosen continuity of a draft, or else the usual one of its durations. */
export function continuityOf(draft: Draft) {
  const { isSpread, minutes, minutesPerUnit } = inputOf(draft)
  return (isSpread ?? isUsuallySpread({ minutes, minutesPerUnit })) ? 'spread' : 'whole'
}
export const wholeIn = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** First error of each wrong field by its path: 'price', 'options.0.title'. */
export function errorsIn(draft: Draft) {
  const texts: Record<string, string> = {}
  for (const { path, message } of serviceInput.safeParse(inputOf(draft)).error?.issues ?? []) texts[path.join('.')] ??= message
  return texts
}

/** Unused key for a new row. */
export const nextKey = (rows: readonly { key: number }[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1

/** Draft of a form, its errors by path, and a function that changes a part of it. */
export type DraftForm = { draft: Draft; errors: Record<string, string>; change: (part: Partial<Draft>) => void }

/** Values of a draft that are typed as text. */
type TextName = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft]

/** Attributes of the text field of such a value. */
export const draftField = ({ draft, errors, change }: DraftForm, name: TextName) => ({
  ...{ path: name, problem: errors[name], value: draft[name] },
  onType: (typed: string) => change({ [name]: typed }),
})

/** Element id of the field with a path. */
export const fieldId = (path: string) => `service-${path.replaceAll('.', '-')}`

export const timeLabels: Record<keyof ServiceTimes, string> = {
  bufferBeforeMinutes: 'Puffer davor (Minuten)',
  bufferAfterMinutes: 'Puffer danach (Minuten)',
  gridMinutes: 'Beginn',
  noticeHours: 'Vorlauf (Stunden)',
  horizonDays: 'Buchbar bis (Tage voraus)',
  people: 'Personen je Termin',
  bookingMode: 'So wird gebucht',
  resourceIds: 'Wer führt die Leistung aus?',
}
const labels: Record<string, string> = {
  ...timeLabels,
  title: 'Titel',
  priceKind: 'Preisart',
  price: 'Preis',
  priceTo: 'Preis bis',
  unit: 'Einheit',
  minutes: 'Dauer',
  minutesPerUnit: 'Dauer je Einheit',
  isSpread: 'Ablauf',
  depositPercent: 'Anzahlung',
  restParts: 'Raten',
  places: 'Ort',
  catalogueId: 'Eintrag im Verzeichnis',
  description: 'Beschreibung',
  picture: 'Bild',
  questions: 'Fragen an den Kunden',
  options: 'Optionen',
  group: 'Auswahl',
  surcharge: 'Aufpreis',
}

/** Label of a path: 'options.1.title' → 'Option 2, Titel'. */
export function labelOf(path: string) {
  const [name = '', row, part] = path.split('.')
  if (name === 'times') return labels[row ?? ''] ?? name
  if (row === undefined || !['questions', 'options'].includes(name)) return labels[name] ?? name
  const number = Number(row) + 1
  return name === 'questions' ? `Frage ${number}` : `Option ${number}, ${labels[part ?? ''] ?? 'Titel'}`
}
