import { formatDate } from '#src/platform/kit/dates.ts'
import { formatEuro } from '#src/platform/kit/money.ts'

/**
 * Texts that the law requires, or forbids to word otherwise (docs/domain.md#documents). Never 'Gutschrift', which is another kind of
 * document.
 */
export const documentTexts = {
  smallBusiness: 'Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG.',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers.',
  netted: 'Bereits mit Ihren Auszahlungen verrechnet.',
  earlierFees: 'Sie betrifft Provision früherer Monate, über die es keine Rechnung aus diesem Nummernkreis gibt.',
  unbilled: 'Nicht ausgeführt oder erlassen',
  retainTwoYears: 'Bitte bewahren Sie diese Rechnung zwei Jahre lang auf.',
} as const

export const inTheNameOf = (operator: string, company: string) =>
  `Diese Rechnung wurde von ${operator} im Namen und für Rechnung von ${company} erstellt.`

export const alreadyPaid = (on: string, through: string) => `Bereits bezahlt am ${formatDate(on)} über ${through}. Bitte nicht überweisen.`

export const cancellationOf = (number: string, on: string) => `Stornorechnung zu ${number} vom ${formatDate(on)}.`

export const advanceOf = (serviceOn: string) =>
  `Abschlag vor Abschluss der Leistung, die für den ${formatDate(serviceOn)} vereinbart ist. Nach der Leistung folgt die Schlussrechnung.`

/** Note of a final invoice, with the advance invoices and the tax in them (§ 14 Abs. 5 Satz 2 UStG). */
export const finalOf = (advances: readonly { number: string; facts: { grossCents: number; groups: readonly { taxCents: number }[] } }[]) =>
  `Schlussrechnung. Abgezogen sind: ${advances
    .map(
      ({ number, facts: { grossCents, groups } }) =>
        `${number} über ${formatEuro(grossCents)}, darin ${formatEuro(groups.reduce((sum, { taxCents }) => sum + taxCents, 0))} Umsatzsteuer`,
    )
    .join('; ')}.`

export const replacementOf = (number: string, on: string) => `Ersetzt die stornierte Rechnung ${number} vom ${formatDate(on)}.`

export const reducedAfterRefund = (on: string) => `Minderung des Entgelts nach Erstattung vom ${formatDate(on)}.`
