import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'
import type { DashboardArea } from '#src/supply/companies/dashboardAreas.ts'

/** Setup steps until a new company can be found, booked and paid, most useful first, with their areas. */
export const setupSteps = {
  imprint: { label: 'Geschäftsangaben ergänzen', area: 'geschaeftsangaben' },
  services: { label: 'Leistungen mit Preisen anlegen', area: 'leistungen' },
  hours: { label: 'Arbeitszeiten eintragen, damit Kunden Termine wählen', area: 'zeiten' },
  bank: { label: 'Bankdaten für Auszahlungen hinterlegen', area: 'auszahlung' },
  logo: { label: 'Logo hochladen', area: 'bilder' },
  pictures: { label: 'Bilder Ihrer Arbeit zeigen', area: 'bilder' },
  verification: { label: 'Verifizierung beantragen', area: 'firmendaten' },
} as const satisfies Record<string, { label: string; area: DashboardArea }>
export type SetupStep = keyof typeof setupSteps

/** Setup and next payout of the company; `nextPayout` is null if nothing is due then. */
export const companyHome = z.object({
  setup: z.object({
    imprint: z.boolean(),
    services: z.boolean(),
    hours: z.boolean(),
    bank: z.boolean(),
    logo: z.boolean(),
    pictures: z.boolean(),
    verification: z.boolean(),
  } satisfies Record<SetupStep, z.ZodBoolean>),
  nextPayout: z.object({ at: z.date(), bookings: z.number().int(), amountCents: z.number(), waits: z.string().nullable() }).nullable(),
})
export type CompanyHome = Wire<z.infer<typeof companyHome>>
