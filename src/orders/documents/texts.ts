import { formatDate } from '#src/platform/kit/dates.ts'

/**
 * Texts that the law requires, or forbids to word otherwise (docs/domain.md#documents). Never 'Gutschrift', which is another kind of
 * document.
 */
export const documentTexts = {
  smallBusiness: 'Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG.',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers.',
  netted: 'Bereits mit Ihren Auszahlungen verrechnet.',
  earlierFees: 'Sie betrifft Provision früherer Monate, über die es keine Rechnung aus diesem Nummernkreis gibt.',
  retainTwoYears: 'Bitte bewahren Sie diese Rechnung zwei Jahre lang auf.',
} as const

export const inTheNameOf = (operator: string, company: string) =>
  `Diese Rechnung wurde von ${operator} im Namen und für Rechnung von ${company} erstellt.`

export const alreadyPaid = (on: string, through: string) => `Bereits bezahlt am ${formatDate(on)} über ${through}. Bitte nicht überweisen.`

export const cancellationOf = (number: string, on: string) => `Stornorechnung zu ${number} vom ${formatDate(on)}.`

export const replacementOf = (number: string, on: string) => `Ersetzt die stornierte Rechnung ${number} vom ${formatDate(on)}.`

export const reducedAfterRefund = (on: string) => `Minderung des Entgelts nach Erstattung vom ${formatDate(on)}.`
