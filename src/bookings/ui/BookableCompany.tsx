import type { Category } from '#src/companies/rules.ts'
/** What the dialog needs of a company. The search slice's cards have it; bookings stand above them and may not import their type. */
export type BookableCompany = {
  id: string
  companyName: string
  legalForm?: string | null
  category: Category
  location: string
  logoUrl: string | null
  hourlyRateCents: number | null
}

/** The note under a total (docs/spec.md#tax-words). */
export const priceNote = (taxText: string) => `${taxText}, keine weiteren Gebühren`

/** Who it is that one makes a contract with. */
export const partnerOf = ({ companyName, legalForm }: BookableCompany) => [companyName, legalForm].filter(Boolean).join(' ')
