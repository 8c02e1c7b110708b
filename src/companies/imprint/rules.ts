import { z } from 'zod'

/** How often a client address reads imprints. */
export const imprintReads = { max: 120, windowSeconds: 60 } as const

/** Who a company is, for whoever is about to make a contract with it. */
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
  /** Whether the PSP declared that it is a trader; nobody says so for it. */
  isTrader: z.boolean(),
})
export type Imprint = z.infer<typeof imprint>
