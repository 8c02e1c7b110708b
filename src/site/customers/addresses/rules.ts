import { z } from 'zod'
import { bookingLimits, bookingTexts } from '#src/orders/bookings/rules.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { customerLimits } from '../rules.ts'

export const addressTexts = {
  label: `Bitte geben Sie einen Namen mit höchstens ${customerLimits.label} Zeichen ein`,
} as const

const text = (message: string, { min, max }: { min: number; max: number }) =>
  z.string({ error: message }).trim().min(min, message).max(max, message)

export const addressFields = z.object({
  label: text(addressTexts.label, { min: 1, max: customerLimits.label }),
  /** Same limits as a booking's location. */
  line: text(bookingTexts.location, bookingLimits.location),
})

/** New address, or a changed one with its id. */
export const addressInput = addressFields.extend({ id: z.uuid().optional(), isDefault: z.boolean() })

export const savedAddress = z.object({ id: z.uuid(), label: z.string(), line: z.string(), isDefault: z.boolean() })
export type SavedAddress = Wire<z.infer<typeof savedAddress>>
