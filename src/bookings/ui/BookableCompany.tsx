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
  /** True without VAT on the bill (§ 19 UStG); unknown on the result list. */
  isSmallBusiness?: boolean
}

/** The note under a total. It mentions tax only if the company's tax status is known (docs/spec.md#tax-words). */
export function priceNote({ isSmallBusiness }: BookableCompany) {
  if (isSmallBusiness === undefined) return 'Endpreis, keine weiteren Gebühren'
  return isSmallBusiness ? 'ohne MwSt. (§ 19 UStG), keine weiteren Gebühren' : 'inkl. MwSt., keine weiteren Gebühren'
}
