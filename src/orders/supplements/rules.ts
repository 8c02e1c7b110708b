import { z } from 'zod'
import { customerAppointment } from '#src/orders/appointments/actRules.ts'
import { bookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { withdrawalFields } from '#src/orders/bookings/order/fields.ts'
import { type Cents, centsOfEuros } from '#src/platform/kit/money.ts'
import { isFormWith, problemsOf } from '#src/platform/kit/problems.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { type BoughtItem, hourUnit, itemOf } from '#src/supply/services/pricing.ts'
import { linesOf } from '#src/supply/services/texts.ts'
import { type SupplementKind, supplementKinds, supplementLimits, supplementStatuses, supplementTexts } from './texts.ts'

export const supplementProblems = problemsOf('supplements', {
  unknown: [404, 'Diesen Nachtrag gibt es nicht.'],
  notNow: [409, 'Für diese Buchung ist jetzt kein Nachtrag möglich.'],
  tooMany: [409, `Mehr als ${supplementLimits.open} offene Nachträge sind nicht möglich. Warten Sie bitte die Antwort Ihres Kunden ab.`],
  over: [409, 'Über diesen Nachtrag ist schon entschieden.'],
})

/** Proposals per hour and account: each mails a customer. Answers per hour and client address. */
export const supplementRates = { propose: { max: 30, windowSeconds: 3_600 }, answer: { max: 30, windowSeconds: 3_600 } } as const

/** Error of a quantity of this kind; undefined if it fits. */
export function quantityError(kind: SupplementKind, quantity: number) {
  if (kind === 'hours') {
    const { min, max } = supplementLimits.hours
    return Number.isInteger(quantity * 4) && quantity >= min && quantity <= max ? undefined : supplementTexts.hours
  }
  if (kind === 'pieces') {
    const { min, max } = supplementLimits.pieces
    return Number.isInteger(quantity) && quantity >= min && quantity <= max ? undefined : supplementTexts.pieces
  }
  return quantity === 1 ? undefined : supplementTexts.one
}

/** True for a price per unit in cents that a supplement may have. */
export const isUnitPrice = (cents: Cents | undefined): cents is Cents =>
  cents !== undefined && cents >= supplementLimits.unitCents.min && cents <= supplementLimits.unitCents.max

/** True for a total in cents that a supplement may have: the PSP accepts no less, and one payment is at most 10.000 € (docs/spec.md#booking-fields). */
export const isTotal = (cents: Cents) => cents >= supplementLimits.totalCents.min && cents <= supplementLimits.totalCents.max

/** Item of a supplement, amounts in cents; `unit` of pieces as the job counts them. */
export const supplementItem = (one: {
  kind: SupplementKind
  title: string
  quantity: number
  unitCents: Cents
  unit: string | null
}): BoughtItem =>
  itemOf({
    title: one.title,
    quantity: Math.round(one.quantity * 100),
    unit: one.kind === 'hours' ? hourUnit : one.kind === 'pieces' ? (one.unit ?? 'Stück') : null,
    unitCents: one.unitCents,
  })

/** Text of an item: work, quantity and price per unit. */
export const labelOf = (item: BoughtItem) => linesOf([item])[0]?.label ?? item.title

/** Cents that supplements may still add to a job: 30 % of its price, less those that are open or accepted. */
export const roomFor = ({ priceCents, takenCents }: { priceCents: Cents; takenCents: Cents }): Cents =>
  Math.max(0, Math.floor(priceCents * supplementLimits.shareOfPrice) - takenCents)

const ids = { id: z.uuid(), companyId: z.uuid(), bookingId: z.uuid() }
/**
 * Supplement as its company proposes it, price in euros per unit. `id` is chosen by the browser, so that a
 * request repeated after a lost connection proposes nothing new.
 */
export const supplementInput = customerAppointment
  .extend({
    ...ids,
    kind: z.enum(supplementKinds, { error: supplementTexts.kind }),
    title: z
      .string({ error: supplementTexts.title })
      .overwrite(oneLine)
      .trim()
      .min(supplementLimits.title.min, supplementTexts.title)
      .max(supplementLimits.title.max, supplementTexts.title),
    quantity: z.number({ error: supplementTexts.pieces }),
    price: z.number({ error: supplementTexts.price }).refine((euros) => isUnitPrice(centsOfEuros(euros)), supplementTexts.price),
    reason: z
      .string({ error: supplementTexts.reason })
      .trim()
      .min(supplementLimits.reason.min, supplementTexts.reason)
      .max(supplementLimits.reason.max, supplementTexts.reason),
  })
  .superRefine(({ kind, quantity }, context) => {
    const message = quantityError(kind, quantity)
    if (message) context.addIssue({ code: 'custom', path: ['quantity'], message })
  })
  .refine(({ kind, quantity, price }) => isTotal(totalOf({ kind, quantity, price })), {
    error: supplementTexts.total,
    path: ['price'],
    when: isFormWith('kind', 'quantity', 'price'),
  })
export type SupplementInput = z.infer<typeof supplementInput>

/** Total of a supplement in cents; `price` in euros per unit. */
export const totalOf = ({ kind, quantity, price }: { kind: SupplementKind; quantity: number; price: number }): Cents =>
  supplementItem({ kind, title: '', quantity, unit: null, unitCents: centsOfEuros(price) ?? 0 }).totalCents

/** Supplement of one booking, by its id. */
export const supplementIds = z.object(ids)

/** Answer of a customer; a consumer's acceptance needs the consent to an early start. */
export const supplementAnswer = z.object({
  key: bookingKey,
  supplementId: z.uuid(),
  isAccepted: z.boolean(),
  earlyStartConsent: withdrawalFields.earlyStartConsent,
})

/** Supplement as both sides see it, amounts in cents in the code; `quantity` in units. */
export const supplementView = z.object({
  id: z.uuid(),
  kind: z.enum(supplementKinds),
  title: z.string(),
  label: z.string(),
  quantity: z.number(),
  unitCents: z.number(),
  totalCents: z.number(),
  refundedCents: z.number(),
  reason: z.string(),
  status: z.enum(supplementStatuses),
  answerBy: z.date(),
  /** Photographed receipt of material. */
  receipt: z.object({ id: z.uuid(), name: z.string(), uploadedAt: z.date() }).nullable(),
})
export type SupplementView = Wire<z.infer<typeof supplementView>>

/** Supplements of a booking for its customer: with the last day that requires consent to an early start, null if none does. */
export const ownSupplements = z.object({ list: z.array(supplementView), consentUntil: z.string().nullable() })
export type OwnSupplementsView = Wire<z.infer<typeof ownSupplements>>

/** Supplements of a booking for its company: `roomCents` that they may still add; null if none can be proposed now. */
export const jobSupplements = z.object({
  list: z.array(supplementView),
  roomCents: z.number().nullable(),
  /** Prices per unit of the job, to prefill the form. */
  hourlyCents: z.number().nullable(),
  piecePriceCents: z.number().nullable(),
  piece: z.string().nullable(),
})
export type JobSupplementsView = Wire<z.infer<typeof jobSupplements>>
