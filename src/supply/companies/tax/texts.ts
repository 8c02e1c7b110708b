/** Taxation of a company: regular, small business (§ 19 UStG), or exempt supplies (§ 4 UStG). */
export const taxStatuses = ['regular', 'small', 'exempt'] as const
export type TaxStatus = (typeof taxStatuses)[number]

/** Text about the tax in a company's prices, the same everywhere; null (not declared) is worded like 'regular'. */
export const taxText = (status: TaxStatus | null) => priceLabels[status ?? 'regular']
const priceLabels: Record<TaxStatus, string> = {
  regular: 'inkl. MwSt.',
  small: 'ohne USt. nach § 19 UStG',
  exempt: 'umsatzsteuerfrei (§ 4 UStG)',
}

export const taxStatusLabels: Record<TaxStatus, string> = {
  regular: 'Mit Umsatzsteuer (Regelbesteuerung)',
  small: 'Kleinunternehmer ohne Umsatzsteuer (§ 19 UStG)',
  exempt: 'Steuerfreie Leistungen (§ 4 UStG)',
}
