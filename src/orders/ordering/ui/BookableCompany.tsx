import type { Category } from '#src/supply/companies/rules.ts'
/** Fields of a company that the dialog needs. Cards of the search slice have them, but bookings may not import from search. */
export type BookableCompany = {
  id: string
  companyName: string
  legalForm?: string | null
  category: Category
  location: string
  logoUrl: string | null
  hourlyRateCents: number | null
}

/** Note below a total (docs/spec.md#tax-words). */
export const priceNote = (taxText: string) => `${taxText}, keine weiteren Gebühren`

/** Name and legal form of the contract partner. */
export const partnerOf = ({ companyName, legalForm }: BookableCompany) => [companyName, legalForm].filter(Boolean).join(' ')
