/** Texts of 'Geschäftsangaben' and the groups of its fields; the schemas are in rules.ts. */
export const detailsStates = ['incomplete', 'submitted', 'checked', 'expired', 'refused'] as const
export type DetailsState = (typeof detailsStates)[number]

/** Allowed status changes; the database holds the same rows. */
export const detailsGraph = {
  businessDetails: {
    incomplete: ['submitted'],
    submitted: ['checked', 'refused'],
    checked: ['submitted', 'expired'],
    expired: ['submitted'],
    refused: ['submitted'],
  },
} as const satisfies { businessDetails: Record<DetailsState, readonly DetailsState[]> }

/** States in which no required detail is missing. */
export const completeStates = ['submitted', 'checked'] as const satisfies readonly DetailsState[]
export const isComplete = (status: DetailsState) => completeStates.some((one) => one === status)

export const detailsStateLabels: Record<DetailsState, string> = {
  incomplete: 'Unvollständig',
  submitted: 'Eingereicht',
  checked: 'Geprüft',
  expired: 'Abgelaufen',
  refused: 'Abgelehnt',
}

export const detailsKinds = ['person', 'entity'] as const
export const detailsKindLabels = {
  person: 'Einzelperson (Einzelunternehmen, Freiberufler)',
  entity: 'Gesellschaft (GmbH, UG, GbR, OHG …)',
} as const

/** Days until reminders, the earliest and the latest withholding of payouts, and the first request; months for which a check is valid. */
export const detailsDays = { remind: 21, withholdFrom: 60, withholdBy: 180, untilAsked: 1 } as const
export const detailsValidMonths = 36

export const detailsLabels = {
  kind: 'Wer bietet an?',
  legalForm: 'Rechtsform',
  representedBy: 'Vertreten durch',
  street: 'Straße und Hausnummer',
  postcode: 'PLZ',
  town: 'Ort',
  registerCourt: 'Registergericht',
  registerNumber: 'Registernummer',
  hasNoRegister: 'Nicht in einem Register eingetragen',
  businessId: 'Wirtschafts-IdNr.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  birthDate: 'Geburtsdatum',
  birthPlace: 'Geburtsort',
  taxId: 'Steuer-Identifikationsnummer',
  homeStreet: 'Wohnanschrift: Straße und Hausnummer',
  homePostcode: 'Wohnanschrift: PLZ',
  homeTown: 'Wohnanschrift: Ort',
  taxStatus: 'Wie werden Ihre Umsätze besteuert?',
  taxSince: 'Gilt ab',
  taxNumber: 'Steuernummer',
  vatId: 'USt-IdNr.',
  hasNoVatId: 'Ich habe keine USt-IdNr.',
  exemptionText: 'Grund der Steuerbefreiung',
  legalEmail: 'E-Mail für rechtliche Mitteilungen',
  legalPhone: 'Telefon',
  isTrader: 'Ich handle als Unternehmer (§ 14 BGB) und biete nur Leistungen an, die dem Recht der EU entsprechen (Art. 30 DSA).',
} as const
export type DetailName = keyof typeof detailsLabels
export const detailNames = Object.keys(detailsLabels).filter((name): name is DetailName => name in detailsLabels)

export const detailsTexts = {
  title: 'Geschäftsangaben',
  help: 'Diese Angaben verlangen das Gesetz über digitale Dienste, das Plattformen-Steuertransparenzgesetz und das Umsatzsteuergesetz. Geburtsdatum, Steuernummern und Wohnanschrift sieht außer Ihnen nur der Betreiber, verschlüsselt gespeichert.',
  taxId: 'Die Steuer-Identifikationsnummer hat 11 Ziffern. Bitte prüfen Sie die Eingabe.',
  taxNumber: 'Bitte geben Sie die Steuernummer so ein, wie Ihr Finanzamt sie schreibt, zum Beispiel 181/815/08155',
  vatId: 'Diese USt-IdNr. stimmt nicht. Bitte prüfen Sie die Ziffern, zum Beispiel DE136695976.',
  vatIdTwice: 'Sie haben angegeben, keine USt-IdNr. zu haben.',
  birthDate: 'Bitte geben Sie das Geburtsdatum an, zum Beispiel 24.12.1980',
  tooYoung: 'Anbieter müssen volljährig sein.',
  missing: 'Bitte ergänzen Sie diese Angabe',
  taxSince: 'Bitte geben Sie einen Tag an, zum Beispiel 01.01.2027',
  taxSinceLate: 'Ein neuer Steuerstatus beginnt nach dem bisherigen und höchstens ein Jahr im Voraus.',
  taxSinceEarly: 'Ein Wechsel lässt sich höchstens 31 Tage rückwirkend eintragen. Für frühere Tage wenden Sie sich bitte an uns.',
  saved: 'Geschäftsangaben gespeichert',
  submitted: 'Geschäftsangaben eingereicht',
  submittedHelp: 'Wir prüfen sie und melden uns per E-Mail.',
} as const

/** Groups of the requested details, by which the progress is counted. */
export const detailGroups = [
  { label: 'Firma und Sitz', names: ['kind', 'legalForm', 'street', 'postcode', 'town'] },
  {
    label: 'Person oder Vertretung',
    names: ['firstName', 'lastName', 'birthDate', 'homeStreet', 'homePostcode', 'homeTown', 'representedBy'],
  },
  { label: 'Steuer-Identifikationsnummer oder Registernummer', names: ['taxId', 'registerNumber', 'registerCourt'] },
  { label: 'Telefon und E-Mail', names: ['legalEmail', 'legalPhone'] },
  { label: 'Steuerstatus und Steuernummer', names: ['taxStatus', 'taxSince', 'taxNumber', 'exemptionText'] },
  { label: 'USt-IdNr. oder „keine“', names: ['vatId'] },
  { label: 'Erklärung als Unternehmer', names: ['isTrader'] },
] as const satisfies readonly { label: string; names: readonly DetailName[] }[]

/** Number of complete groups, and labels of the incomplete ones. */
export function progressOf(missing: readonly DetailName[]) {
  const open = detailGroups.filter(({ names }) => names.some((name) => missing.includes(name))).map(({ label }) => label)
  return { done: detailGroups.length - open.length, of: detailGroups.length, open }
}

export const businessFileKinds = ['idCopy', 'register', 'tradeLicence'] as const
export type BusinessFileKind = (typeof businessFileKinds)[number]
export const businessFileLabels: Record<BusinessFileKind, string> = {
  idCopy: 'Ausweis',
  register: 'Registerauszug',
  tradeLicence: 'Gewerbeanmeldung',
}
