import { accessibilityText } from './accessibility.ts'
import { companyTermsText } from './companyTerms.ts'
import { customerTermsText } from './customerTerms.ts'
import { imprintText } from './imprint.ts'
import { privacyText } from './privacy.ts'
import type { LegalDocument, LegalFacts, LegalText } from './rules.ts'
import { withdrawalPolicyText } from './withdrawalPolicy.ts'

const templates: Record<LegalDocument, (facts: LegalFacts) => LegalText> = {
  imprint: imprintText,
  privacy: privacyText,
  customerTerms: customerTermsText,
  companyTerms: companyTermsText,
  withdrawalPolicy: withdrawalPolicyText,
  accessibility: accessibilityText,
}

/** Returns a legal text with this marketplace's facts. */
export const legalTextOf = (document: LegalDocument, facts: LegalFacts) => templates[document](facts)

/** Descriptions of the pages for search engines. */
export const legalDescriptions: Record<LegalDocument, string> = {
  imprint: 'Wer diesen Marktplatz betreibt, wie Sie uns erreichen und wo wir eingetragen sind.',
  privacy: 'Welche Daten wir verarbeiten, wozu, auf welcher Rechtsgrundlage und wie lange, und was im Browser gespeichert wird.',
  customerTerms: 'Die Bedingungen für alle, die auf dem Marktplatz suchen, buchen, bezahlen und bewerten.',
  companyTerms: 'Die Bedingungen für Anbieter: Pläne, Provision, Auszahlung, Pflichten, Reihenfolge der Ergebnisse.',
  withdrawalPolicy: 'Ihr Widerrufsrecht bei Buchungen, seine Folgen und das Muster-Widerrufsformular.',
  accessibility: 'Wie der Marktplatz die Anforderungen an Barrierefreiheit erfüllt und wie Sie eine Barriere melden.',
}
