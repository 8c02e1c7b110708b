import { z } from 'zod'

/** Rate limit of imprint requests per client address. */
export const imprintReads = { max: 120, windowSeconds: 60, isLoose: true } as const

/** Imprint of a company, for customers before they enter into a contract. */
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
  /** True if the company itself declared to be a trader. */
  isTrader: z.boolean(),
})
export type Imprint = z.infer<typeof imprint>
