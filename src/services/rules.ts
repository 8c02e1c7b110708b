import { z } from 'zod'
import { centsOf, centsOfEuros } from '#src/kit/money.ts'
import { isForm, problemsOf } from '#src/kit/problems.ts'
import type { Wire } from '#src/kit/wire.ts'

/** Limits of a company's services: lengths in characters, money in cents, durations in minutes. */
export const serviceLimits = {
  perCompany: 100,
  title: { min: 3, max: 80 },
  description: 1_000,
  priceCents: { min: 100, max: 1_000_000 },
  unit: 20,
  minutes: { min: 15, max: 720 },
  questions: 5,
  question: { min: 5, max: 120 },
  options: 20,
  optionGroup: { min: 2, max: 60 },
  optionTitle: { min: 2, max: 80 },
  surchargeCents: { min: 0, max: 1_000_000 },
  /** How many units one booking may take, and hours in steps of half an hour. */
  quantity: { min: 1, max: 999 },
  hours: { min: 0.5, max: 24 },
} as const

/** Limits of how a service takes its time: minutes, hours and days as named. */
export const timeLimits = {
  bufferMinutes: { min: 0, max: 240 },
  gridMinutes: [15, 30, 60],
  noticeHours: { min: 0, max: 720 },
  horizonDays: { min: 1, max: 180 },
  people: { min: 1, max: 6 },
  resources: 50,
} as const

/** Booked at once, or asked for first: then the money is taken when the company accepts. */
export const bookingModes = ['instant', 'request'] as const
export type BookingMode = (typeof bookingModes)[number]

/** What counts where a company says nothing else; notice and horizon of a new service are settings of the operator. */
export const usualServiceTimes = {
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  gridMinutes: 30,
  people: 1,
  bookingMode: 'instant',
  resourceIds: [],
} satisfies Omit<ServiceTimes, 'noticeHours' | 'horizonDays'>

/** Readings of a company's prices, per client address. */
export const offerRate = { max: 240, windowSeconds: 60, isLoose: true } as const

export const priceKinds = ['fixed', 'hourly', 'from', 'quote'] as const
export type PriceKind = (typeof priceKinds)[number]
export const servicePlaces = ['customer', 'shop', 'remote'] as const
export type ServicePlace = (typeof servicePlaces)[number]

export const priceKindWords: Record<PriceKind, { label: string; help: string }> = {
  fixed: { label: 'Festpreis', help: 'Kunden sehen und buchen genau diesen Preis.' },
  hourly: { label: 'Nach Stunden', help: 'Kunden wählen die Stunden, der Betrag ergibt sich daraus.' },
  from: { label: 'Ab-Preis', help: 'Der Betrag steht erst fest, wenn Sie ihn mit dem Kunden vereinbart haben.' },
  quote: { label: 'Auf Anfrage', help: 'Ohne Preis. Sie vereinbaren ihn vor der Buchung mit dem Kunden.' },
}

export const serviceTexts = {
  title: `Titel muss zwischen ${serviceLimits.title.min} und ${serviceLimits.title.max} Zeichen lang sein`,
  description: 'Beschreibung darf maximal 1.000 Zeichen lang sein',
  priceKind: 'Bitte wählen Sie eine Preisart',
  price: 'Preis muss zwischen 1 und 10.000 Euro liegen',
  unit: 'Einheit darf maximal 20 Zeichen lang sein',
  minutes: 'Dauer muss zwischen 15 Minuten und 12 Stunden liegen',
  places: 'Bitte wählen Sie mindestens einen Ort',
  questions: 'Höchstens 5 Fragen, jede zwischen 5 und 120 Zeichen lang',
  options: 'Höchstens 20 Zusatzoptionen',
  optionTitle: 'Bezeichnung muss zwischen 2 und 80 Zeichen lang sein',
  optionGroup: 'Gruppe muss zwischen 2 und 60 Zeichen lang sein',
  surcharge: 'Aufpreis muss zwischen 0 und 10.000 Euro liegen',
  catalogue: 'Bitte wählen Sie eine Leistung aus dem Verzeichnis',
  agreedFirst: 'Den Preis dieser Leistung vereinbaren Sie vorher mit dem Anbieter.',
  picture: 'Bitte wählen Sie ein Bild aus Ihrer Galerie',
  resourceUnknown: 'Diese Person gehört nicht zu Ihrem Betrieb',
  peopleTooMany: (chosen: number) => `Unter „Wer macht es?“ ist nur ${chosen === 1 ? 'eine' : `${chosen}`} angekreuzt`,
} as const

export const serviceProblems = problemsOf('services', {
  unknown: [404, 'Diese Leistung gibt es nicht mehr. Bitte wählen Sie noch einmal.'],
  tooMany: [409, `Mehr als ${serviceLimits.perCompany} Leistungen sind nicht möglich.`],
  orderChanged: [409, 'Ihre Leistungen haben sich inzwischen geändert. Bitte laden Sie die Seite neu.'],
})

const text = (message: string) => z.string({ error: message }).trim()
const euro = (message: string, { min, max }: { min: number; max: number }) =>
  z.number({ error: message }).refine((euros) => {
    const cents = centsOfEuros(euros)
    return cents !== undefined && cents >= min && cents <= max
  }, message)

/** An option as its company writes it, the surcharge in euros. Of options in one group the customer chooses exactly one. */
export const serviceOption = z.object({
  id: z.uuid().optional(),
  group: text(serviceTexts.optionGroup)
    .min(serviceLimits.optionGroup.min, serviceTexts.optionGroup)
    .max(serviceLimits.optionGroup.max, serviceTexts.optionGroup)
    .nullable(),
  title: text(serviceTexts.optionTitle)
    .min(serviceLimits.optionTitle.min, serviceTexts.optionTitle)
    .max(serviceLimits.optionTitle.max, serviceTexts.optionTitle),
  surcharge: euro(serviceTexts.surcharge, serviceLimits.surchargeCents),
})

const whole = (name: string, { min, max }: { min: number; max: number }) => {
  const error = `${name} muss zwischen ${min} und ${max} liegen`
  return z.int({ error }).min(min, error).max(max, error)
}

/** How a service takes its time at a company with a calendar (docs/spec.md#free-times). */
export const serviceTimes = z.object({
  bufferBeforeMinutes: whole('Puffer davor', timeLimits.bufferMinutes),
  bufferAfterMinutes: whole('Puffer danach', timeLimits.bufferMinutes),
  gridMinutes: z.literal(timeLimits.gridMinutes),
  noticeHours: whole('Vorlauf', timeLimits.noticeHours),
  horizonDays: whole('Buchbar bis', timeLimits.horizonDays),
  people: whole('Zahl der Personen', timeLimits.people),
  bookingMode: z.enum(bookingModes).default('instant'),
  /** Who can do it; none named: everybody. */
  resourceIds: z.array(z.uuid()).max(timeLimits.resources).default([]),
})
export type ServiceTimes = z.infer<typeof serviceTimes>

/** A service as its company writes it, money in euros; `price` is null for 'quote' and only for it. */
export const serviceInput = z
  .object({
    catalogueId: z.string().max(80).nullable(),
    title: text(serviceTexts.title).min(serviceLimits.title.min, serviceTexts.title).max(serviceLimits.title.max, serviceTexts.title),
    description: text(serviceTexts.description).max(serviceLimits.description, serviceTexts.description).default(''),
    priceKind: z.enum(priceKinds, { error: serviceTexts.priceKind }),
    price: euro(serviceTexts.price, serviceLimits.priceCents).nullable(),
    unit: text(serviceTexts.unit).max(serviceLimits.unit, serviceTexts.unit).nullable().default(null),
    minutes: z
      .int({ error: serviceTexts.minutes })
      .min(serviceLimits.minutes.min, serviceTexts.minutes)
      .max(serviceLimits.minutes.max, serviceTexts.minutes)
      .nullable(),
    places: z
      .array(z.enum(servicePlaces, { error: serviceTexts.places }), { error: serviceTexts.places })
      .min(1, serviceTexts.places)
      .max(3),
    questions: z
      .array(
        text(serviceTexts.questions)
          .min(serviceLimits.question.min, serviceTexts.questions)
          .max(serviceLimits.question.max, serviceTexts.questions),
      )
      .max(serviceLimits.questions, serviceTexts.questions)
      .default([]),
    picture: z.string().max(500).nullable().default(null),
    isHidden: z.boolean().default(false),
    options: z.array(serviceOption).max(serviceLimits.options, serviceTexts.options).default([]),
    /** Left out, they stay as they are; of a new service the usual ones. */
    times: serviceTimes.optional(),
  })
  .refine(({ priceKind, price }) => (priceKind === 'quote') === (price === null), {
    error: serviceTexts.price,
    path: ['price'],
    when: isForm,
  })
export type ServiceInput = z.infer<typeof serviceInput>

/** A service as everybody sees it; money in cents inside, in euros at the wire. */
export const shownService = z.object({
  id: z.string(),
  catalogueId: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  priceKind: z.enum(priceKinds),
  priceCents: z.number().nullable(),
  unit: z.string().nullable(),
  minutes: z.number().nullable(),
  places: z.array(z.enum(servicePlaces)),
  questions: z.array(z.string()),
  picture: z.string().nullable(),
  options: z.array(z.object({ id: z.string(), optionGroup: z.string().nullable(), title: z.string(), surchargeCents: z.number() })),
})
export type ShownService = z.infer<typeof shownService>

/** The same from the wire. */
export const serviceOfWire = (service: Wire<ShownService>): ShownService => {
  const { catalogue_id, price_kind, price, options, ...same } = service
  return {
    ...same,
    catalogueId: catalogue_id,
    priceKind: price_kind,
    priceCents: price === null ? null : centsOf(price),
    options: options.map(({ id, option_group, title, surcharge }) => ({
      id,
      optionGroup: option_group,
      title,
      surchargeCents: centsOf(surcharge),
    })),
  }
}

/** A line of what a booking bought. */
export const boughtLine = z.object({ label: z.string(), totalCents: z.number() })
export type BoughtLine = z.infer<typeof boughtLine>
