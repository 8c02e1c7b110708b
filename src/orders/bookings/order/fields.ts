import { z } from 'zod'
import { purchaseLimits, purchaseTexts } from '../purchaseRules.ts'
import { customerKinds } from '../withdrawalRules.ts'

/**
 * Fields of a booking request about the service, and the person who agreed to an amount that no price confirms. All optional: the specified
 * request stays valid.
 */
export const purchaseFields = {
  serviceId: z.uuid().optional(),
  optionIds: z
    .array(z.uuid({ error: purchaseTexts.options }))
    .max(purchaseLimits.options, purchaseTexts.options)
    .optional(),
  quantity: z.number().optional(),
  agreedWith: z
    .string({ error: purchaseTexts.agreedWith })
    .trim()
    .min(purchaseLimits.agreedWith.min, purchaseTexts.agreedWith)
    .max(purchaseLimits.agreedWith.max, purchaseTexts.agreedWith)
    .optional(),
}

/**
 * Fields of a booking request about the right of withdrawal. Both optional: a call without them stays valid (docs/spec.md#booking-request).
 */
export const withdrawalFields = {
  customerKind: z.enum(customerKinds).optional(),
  earlyStartConsent: z.object({ version: z.string().max(40) }).optional(),
}
