import { z } from 'zod'
import { bookingRequest } from '#src/orders/bookings/order/rules.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { alertLimits, alertTexts } from './rules.ts'

const typed = z.string().trim().max(alertLimits.text).default('')

/** A search without results, and the address to notify. */
export const alertForm = z
  .object({
    words: typed,
    location: typed,
    category: z.enum(categories).nullable().default(null),
    catalogueId: z.string().trim().min(1).max(alertLimits.text).nullable().default(null),
    radiusKm: z.number().int().min(1).max(100).nullable(),
    email: bookingRequest.shape.customerEmail,
  })
  .refine(({ words, location, category, catalogueId }) => words !== '' || location !== '' || category !== null || catalogueId !== null, {
    error: alertTexts.nothing,
    path: ['words'],
  })
export type AlertForm = z.output<typeof alertForm>

export const alertKey = z.object({ token: z.string().min(1).max(255) })

/** View of an alert for its owner. */
export const alertView = z.object({
  words: z.string(),
  location: z.string(),
  category: z.enum(categories).nullable(),
  /** Name of the chosen service. */
  service: z.string().nullable(),
  radiusKm: z.number().nullable(),
  isConfirmed: z.boolean(),
  isServed: z.boolean(),
})
export type AlertView = Wire<z.infer<typeof alertView>>

/** One search that people wait for, in the operator's list; never an address. */
export const demandRow = z.object({
  id: z.uuid(),
  words: z.string(),
  service: z.string().nullable(),
  category: z.string().nullable(),
  location: z.string(),
  radiusKm: z.number().nullable(),
  people: z.number(),
  lastAt: z.date(),
})
export type DemandRow = Wire<z.infer<typeof demandRow>>
