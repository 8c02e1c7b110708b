import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'
import { fieldNames, responseSchemasOf } from './fields/fields.ts'

/** A company as its owner sees it: own fields, never bank data nor what the PSP calls it (docs/spec.md#company-fields). */
export const ownCompany = z.object({
  id: z.uuid(),
  ...responseSchemasOf(fieldNames),
  plan: z.enum(['basic', 'premium']),
  premium: z.boolean(),
  verified: z.boolean(),
  logoUrl: z.string().nullable(),
  galleryImages: z.array(z.string()),
  rating: z.number().nullable(),
  reviews: z.number(),
  subscriptionStatus: z.enum(['incomplete', 'active', 'past_due', 'unpaid', 'canceled']),
  isListed: z.boolean(),
  emailProven: z.boolean(),
  createdAt: z.date(),
})
export type OwnCompany = Wire<z.infer<typeof ownCompany>>
