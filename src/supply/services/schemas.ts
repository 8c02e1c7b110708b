import { z } from 'zod'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { isForm, isFormWith } from '#src/platform/kit/problems.ts'
import { bookingModes, depositLimits, priceKinds, serviceLimits, servicePlaces, serviceTexts, timeLimits } from './rules.ts'

const text = (message: string) => z.string({ error: message }).trim()
const euro = (message: string, { min, max }: { min: number; max: number }) =>
  z.number({ error: message }).refine((euros) => {
    const cents = centsOfEuros(euros)
    return cents !== undefined && cents >= min && cents <= max
  }, message)

/** Option as its company enters it, the surcharge in euros. The customer chooses exactly one of the options in a group. */
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

/** Times of a service at a company with a calendar (docs/spec.md#free-times). */
export const serviceTimes = z.object({
  bufferBeforeMinutes: whole('Puffer davor', timeLimits.bufferMinutes),
  bufferAfterMinutes: whole('Puffer danach', timeLimits.bufferMinutes),
  gridMinutes: z.literal(timeLimits.gridMinutes),
  noticeHours: whole('Vorlauf', timeLimits.noticeHours),
  horizonDays: whole('Buchbar bis', timeLimits.horizonDays),
  people: whole('Zahl der Personen', timeLimits.people),
  bookingMode: z.enum(bookingModes).default('instant'),
  /** People or resources that can perform it; empty: all. */
  resourceIds: z.array(z.uuid()).max(timeLimits.resources).default([]),
})
export type ServiceTimes = z.infer<typeof serviceTimes>

/** Defaults of a service's times. Notice and horizon of a new service are settings of the operator. */
export const usualServiceTimes = {
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  gridMinutes: 30,
  people: 1,
  bookingMode: 'instant',
  resourceIds: [],
} satisfies Omit<ServiceTimes, 'noticeHours' | 'horizonDays'>

/** Rule: several payments of the rest need a deposit. */
export const hasDepositForParts = ({ depositPercent, restParts }: { depositPercent: number | null; restParts: number }) =>
  depositPercent !== null || restParts === 1
export const depositForParts = { error: serviceTexts.restParts, path: ['restParts'], when: isForm }

/**
 * Service as its company enters it, money in euros; `price` is null for 'quote' and only for it. `priceTo`: upper end of a 'from' price;
 * null or missing: the usual range of the catalogue.
 */
export const serviceInput = z
  .object({
    catalogueId: z.string().max(80).nullable(),
    title: text(serviceTexts.title).min(serviceLimits.title.min, serviceTexts.title).max(serviceLimits.title.max, serviceTexts.title),
    description: text(serviceTexts.description).max(serviceLimits.description, serviceTexts.description).default(''),
    priceKind: z.enum(priceKinds, { error: serviceTexts.priceKind }),
    price: euro(serviceTexts.price, serviceLimits.priceCents).nullable(),
    priceTo: euro(serviceTexts.priceTo, serviceLimits.priceCents).nullable().default(null),
    unit: text(serviceTexts.unit).max(serviceLimits.unit, serviceTexts.unit).nullable().default(null),
    minutes: z
      .int({ error: serviceTexts.minutes })
      .min(serviceLimits.minutes.min, serviceTexts.minutes)
      .max(serviceLimits.spreadMinutes, serviceTexts.minutes)
      .nullable(),
    /** Minutes of each counted unit, added to `minutes`; null if the quantity changes nothing. */
    minutesPerUnit: z
      .number({ error: serviceTexts.minutesPerUnit })
      .min(serviceLimits.minutesPerUnit.min, serviceTexts.minutesPerUnit)
      .max(serviceLimits.minutesPerUnit.max, serviceTexts.minutesPerUnit)
      .nullable()
      .default(null),
    /** True if the work continues after breaks and on following days; null or missing: by its duration. */
    isSpread: z.boolean({ error: serviceTexts.isSpread }).nullable().default(null),
    /** Share of the price in percent that is due at booking, and payments of the rest; null: all of it is due at booking. */
    depositPercent: z
      .int({ error: serviceTexts.depositPercent })
      .min(depositLimits.percent.min, serviceTexts.depositPercent)
      .max(depositLimits.percent.max, serviceTexts.depositPercent)
      .nullable()
      .default(null),
    restParts: z
      .int({ error: serviceTexts.restParts })
      .min(depositLimits.parts.min, serviceTexts.restParts)
      .max(depositLimits.parts.max, serviceTexts.restParts)
      .default(1),
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
    /** Without it the times stay as they are; a new service gets the defaults. */
    times: serviceTimes.optional(),
  })
  .refine(({ priceKind, price }) => (priceKind === 'quote') === (price === null), {
    error: serviceTexts.price,
    path: ['price'],
    when: isForm,
  })
  .refine(({ priceKind, price, priceTo }) => priceKind !== 'from' || priceTo === null || price === null || priceTo >= price, {
    error: serviceTexts.priceTo,
    path: ['priceTo'],
    when: isFormWith('priceKind', 'price', 'priceTo'),
  })
  .refine(({ minutes, isSpread }) => isSpread !== false || minutes === null || minutes <= serviceLimits.minutes.max, {
    error: serviceTexts.minutesInOnePiece,
    path: ['minutes'],
    when: isForm,
  })
  .refine(hasDepositForParts, depositForParts)
export type ServiceInput = z.infer<typeof serviceInput>

/** Public view of a service; money in cents in the code, in euros on the wire. */
export const serviceView = z.object({
  id: z.string(),
  catalogueId: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  priceKind: z.enum(priceKinds),
  priceCents: z.number().nullable(),
  /** Upper end of a 'from' price; null: the usual range. */
  priceToCents: z.number().nullable(),
  unit: z.string().nullable(),
  minutes: z.number().nullable(),
  minutesPerUnit: z.number().nullable(),
  isSpread: z.boolean(),
  /** Share of the price in percent that is due at booking; null: all of it. Payments of the rest. */
  depositPercent: z.number().nullable(),
  restParts: z.number(),
  places: z.array(z.enum(servicePlaces)),
  questions: z.array(z.string()),
  picture: z.string().nullable(),
  options: z.array(z.object({ id: z.string(), optionGroup: z.string().nullable(), title: z.string(), surchargeCents: z.number() })),
})
export type ServiceView = z.infer<typeof serviceView>

/** Line of a booking's items. */
export const boughtLine = z.object({ label: z.string(), totalCents: z.number() })
export type BoughtLine = z.infer<typeof boughtLine>
