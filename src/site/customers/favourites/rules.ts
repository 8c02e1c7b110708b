import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { customerLimits } from '../rules.ts'

/** Favourite in the list, with its next free time; `free` is null without a calendar. */
export const favourite = z.object({
  id: z.uuid(),
  companyName: z.string(),
  category: z.enum(categories),
  location: z.string(),
  logoUrl: z.string().nullable(),
  free: z.object({ mark: z.string(), starts: z.array(z.string()) }).nullable(),
})
export type Favourite = Wire<z.infer<typeof favourite>>

export const companyIds = z.array(z.uuid()).max(customerLimits.favourites)

/** Reads of visitors by their own list, per minute and client address. */
export const favouriteRate = { max: 60, windowSeconds: 60 } as const
