import { z } from 'zod'

/** How often a client address reads imprints. */
export const imprintReads = { max: 120, windowSeconds: 60, isLoose: true } as const

/** A company's imprint, for customers before they make a contract. */
export const imprint = z.object({
  companyName: z.string(),
  legalForm: z.string().nullable(),
  representedBy: z.string().nullable(),
  street: z.string().nullable(),
  postcode: z.string().nullable(),
  town: z.string().nullable(),
  location: z.string(),
  registerCourt: z.string().nullable(),
  registerNumber: z.string().nullable(),
  vatId: z.string().nullable(),
  businessId: z.string().nullable(),
  craftChamber: z.string().nullable(),
  craftTrade: z.string().nullable(),
  /** Whether the company itself declared that it is a trader. */
  isTrader: z.boolean(),
})
export type Imprint = z.infer<typeof imprint>
