/**
 * Pages that German law requires to be linked from every page and mail, with the labels of the footer (§ 5 DDG, Art. 13 DSGVO, § 312i BGB,
 * § 356a BGB, § 14 BFSG). Their texts are in the slice legal.
 */
export const legalPages = {
  imprint: { path: '/impressum', title: 'Impressum' },
  privacy: { path: '/datenschutz', title: 'Datenschutz' },
  customerTerms: { path: '/agb', title: 'AGB für Kundinnen und Kunden' },
  companyTerms: { path: '/agb-anbieter', title: 'AGB für Anbieter' },
  withdrawalPolicy: { path: '/widerrufsbelehrung', title: 'Widerrufsbelehrung' },
  withdrawal: { path: '/vertrag-widerrufen', title: 'Vertrag widerrufen' },
  accessibility: { path: '/barrierefreiheit', title: 'Barrierefreiheit' },
} as const
export type LegalPage = keyof typeof legalPages
/** Pages that explain what the marketplace checks and what happens in a bad case, linked beside badges and booking buttons. */
export const verifiedPage = { path: '/verifiziert', title: 'Was heißt „Verifiziert“?' } as const
export const troublePage = { path: '/wenn-etwas-schiefgeht', title: 'Wenn etwas schiefgeht' } as const
