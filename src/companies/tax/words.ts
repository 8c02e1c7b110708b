/** How a company is taxed: regularly, as a small business (§ 19 UStG), or with exempt supplies (§ 4 UStG). */
export const taxStatuses = ['regular', 'small', 'exempt'] as const
export type TaxStatus = (typeof taxStatuses)[number]

/** The one wording of what a company's prices include; null: it did not say how it is taxed. */
export const taxText = (status: TaxStatus | null) => priceWords[status ?? 'regular']
const priceWords: Record<TaxStatus, string> = {
  regular: 'inkl. MwSt.',
  small: 'ohne USt. nach § 19 UStG',
  exempt: 'umsatzsteuerfrei (§ 4 UStG)',
}

export const taxStatusWords: Record<TaxStatus, string> = {
  regular: 'Mit Umsatzsteuer (Regelbesteuerung)',
  small: 'Kleinunternehmer ohne Umsatzsteuer (§ 19 UStG)',
  exempt: 'Steuerfreie Leistungen (§ 4 UStG)',
}
