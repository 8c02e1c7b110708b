import { statedOrNull } from '../fields/legalForms.ts'
import type { Imprint } from './rules.ts'

/** Texts of a company's legal imprint; the schemas are apart, because visitors' pages need none. */
export const imprintTexts = {
  title: 'Anbieterkennzeichnung',
  help: 'Das Gesetz (§ 5 DDG) verlangt diese Angaben von Unternehmen, soweit sie auf Ihres zutreffen. Sie stehen in Ihrem Profil und vor der Bestellung.',
  tooLong: (most: number) => `Höchstens ${most} Zeichen`,
  vatId: 'Bitte geben Sie die Nummer mit Länderkürzel an, zum Beispiel DE123456789',
  businessId: 'Bitte geben Sie die Nummer vollständig an, zum Beispiel DE123456789-00001',
  missing: 'Anbieterkennzeichnung unvollständig',
  missingHelp: 'Bitte ergänzen Sie Rechtsform und Anschrift. Das Gesetz verlangt sie (§ 5 DDG), Ihr Profil und die Bestellung zeigen sie.',
  /** Declared with the registration or the claim of a company; recorded with the acceptance of the terms. */
  declaresTrader: 'Sie erklären, dass Sie als Unternehmer (§ 14 BGB) handeln.',
  isTrader: 'Der Anbieter handelt nach eigener Angabe als Unternehmer.',
  notLoaded: 'Die Anbieterkennzeichnung konnte nicht geladen werden.',
} as const

export const imprintLabels = {
  legal_form: 'Rechtsform',
  represented_by: 'Vertreten durch',
  street: 'Straße und Hausnummer',
  register_court: 'Registergericht',
  register_number: 'Registernummer',
  vat_id: 'USt-IdNr.',
  business_id: 'Wirtschafts-IdNr.',
} as const

/** Imprint as labels and values, without empty fields. */
export function imprintRows(imprint: Imprint) {
  const town = imprint.postcode && imprint.town ? `${imprint.postcode} ${imprint.town}` : imprint.location
  const rows: [string, string | null][] = [
    ['Firma', imprint.companyName],
    [imprintLabels.legal_form, imprint.legalForm],
    [imprintLabels.represented_by, imprint.representedBy],
    ['Anschrift', [imprint.street, town].filter(Boolean).join(', ')],
    ['Register', [imprint.registerCourt, imprint.registerNumber].filter((part) => statedOrNull(part) !== null).join(', ')],
    [imprintLabels.vat_id, imprint.vatId],
    [imprintLabels.business_id, imprint.businessId],
    ['Kammer', imprint.craftChamber],
    ['Gewerbe', imprint.craftTrade],
  ]
  return rows.flatMap(([label, value]) => {
    const stated = statedOrNull(value)
    return stated ? [{ label, value: stated }] : []
  })
}
