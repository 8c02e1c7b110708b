import { addressFromCents } from '#src/orders/bookings/billing/fields.ts'
import { isCalendarDay } from '#src/platform/kit/dates.ts'
import type { DocumentFacts, DocumentLine, TaxGroup } from './facts.ts'
import { taxInside } from './taxes.ts'

/**
 * Rules of issuing: the part of EN 16931 and XRechnung that our writer could violate, and further requirements of German law. Checked
 * before a number is given. Each has the name of the official rule; those beginning with 'law' or 'exact' are our own and stricter.
 */
const rules: Record<string, (facts: DocumentFacts) => boolean> = {
  // EN 16931: required fields.
  'BR-03': ({ issuedOn }) => isCalendarDay(issuedOn),
  'BR-06': ({ seller }) => isSaid(seller.name),
  'BR-07': ({ buyer }) => isSaid(buyer.name),
  'BR-09': ({ seller }) => isCountry(seller.country),
  'BR-11': ({ buyer }) => isCountry(buyer.country),
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-25': ({ lines }) => lines.every(({ text }) => isSaid(text)),
  'BR-29': ({ supplyFrom, supplyTo }) => isCalendarDay(supplyFrom) && isCalendarDay(supplyTo) && supplyFrom <= supplyTo,
  'BR-49': ({ paymentCode }) => ['97', '68', '58'].includes(paymentCode),
  'BR-55': ({ corrects }) => corrects === null || isSaid(corrects.number),
  'BR-CO-09': ({ seller, buyer }) => [seller, buyer].every(({ vatId }) => vatId === null || /^[A-Z]{2}[0-9A-Z]{2,12}$/.test(vatId)),
  // EN 16931: sums.
  'BR-CO-10': ({ lines, netCents }) => sum(lines) === netCents,
  'BR-CO-14': ({ groups, taxCents }) => groups.reduce((total, group) => total + group.taxCents, 0) === taxCents,
  'BR-CO-15': ({ netCents, taxCents, grossCents }) => netCents + taxCents === grossCents,
  'BR-CO-18': ({ groups }) => groups.length > 0,
  'BR-S-01': ({ lines, groups }) =>
    lines.every((line) => groups.some((group) => (line.category === 'S' ? isSameTax(group, line) : group.category === line.category))),
  'BR-S-05': ({ lines, groups }) =>
    lines.every(isRateOfCategory) && groups.every((group) => group.category !== 'S' || isRateOfCategory(group)),
  'BR-E-09': ({ groups }) => groups.every(({ category, taxCents }) => category === 'S' || taxCents === 0),
  'BR-E-10': ({ groups }) => groups.every(({ category, reason }) => category === 'AE' || (category === 'E') === isSaid(reason)),
  'BR-E-01': ({ groups }) => new Set(groups.map(({ category, taxBasisPoints }) => `${category} ${taxBasisPoints}`)).size === groups.length,
  'BR-S-02': ({ seller, groups }) => isSaid(seller.vatId) || isSaid(seller.taxNumber) || groups.every(({ category }) => category === 'AE'),
  'BR-AE-02': ({ seller, buyer, groups }) =>
    groups.every(({ category }) => category !== 'AE' || (isSaid(buyer.vatId) && (isSaid(seller.vatId) || isSaid(seller.taxNumber)))),
  // XRechnung.
  'BR-DE-2': ({ seller }) => isSaid(seller.contactName),
  'BR-DE-6': ({ seller }) => isSaid(seller.phone),
  'BR-DE-7': ({ seller }) => isMail(seller.email),
  'BR-DE-3': ({ seller }) => isSaid(seller.town),
  'BR-DE-4': ({ seller }) => isSaid(seller.postcode),
  // German law, and stricter forms of the official rules, which tolerate a difference of one euro in base or tax, and an empty number.
  'exact number of ours': ({ seller }) => isSaid(seller.id),
  'exact phone': ({ seller }) => (seller.phone.match(/\d/g) ?? []).length >= 3,
  'exact base': (facts) => eachGroup(facts, (group, lines) => sum(lines) === group.netCents),
  'exact rate': ({ groups }) => groups.every(isRateOfCategory),
  'exact tax': ({ groups }) =>
    groups.every(({ netCents, taxCents, taxBasisPoints }) => taxInside(netCents + taxCents, taxBasisPoints) === taxCents),
  'law: rate': ({ groups }) => groups.every(({ category, taxBasisPoints }) => category !== 'S' || [700, 1_900].includes(taxBasisPoints)),
  'law: address of the seller': ({ seller }) => isSaid(seller.street) && (seller.country !== 'DE' || /^\d{5}$/.test(seller.postcode)),
  'law: number of tax': ({ seller }) => isSaid(seller.vatId) || isSaid(seller.taxNumber),
  'law: address of the buyer above 250 €': ({ buyer, grossCents }) =>
    Math.abs(grossCents) <= addressFromCents || (isSaid(buyer.street) && isSaid(buyer.town) && isSaid(buyer.postcode)),
  'law: reason': ({ groups }) => groups.every(({ category, reason }) => category !== 'AE' || isSaid(reason)),
  'law: original of a correction': (facts) =>
    facts.corrects !== null ? facts.typeCode === '384' : facts.typeCode !== '384' || isReduction(facts),
  'law: no negative invoice': ({ typeCode, grossCents }) => typeCode === '384' || grossCents >= 0,
  'law: both numbers of tax': ({ seller, buyer, groups }) =>
    groups.every(({ category }) => category !== 'AE' || (isSaid(seller.vatId) && isSaid(buyer.vatId))),
  'law: never a credit note': (facts) =>
    !/gutschrift/i.test([facts.terms, ...facts.notes, ...facts.lines.map(({ text }) => text)].join(' ')),
}

/** Returns the names of the rules that the facts break; only a document without any gets a number. */
export const errorsOf = (facts: DocumentFacts) => Object.entries(rules).flatMap(([name, holds]) => (holds(facts) ? [] : [name]))

/** True for our own rules, which refuse documents that the official rules accept. */
export const isStricter = (rule: string) => rule.startsWith('law') || rule.startsWith('exact')

/** Reduction of netted fees (§ 17 UStG): needs no reference to an original, which may be older than the operator's invoices. */
const isReduction = ({ paymentCode, grossCents }: DocumentFacts) => paymentCode === '97' && grossCents < 0
const isSaid = (text: string | null) => text !== null && text.trim() !== ''
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code)
const isMail = (text: string) => /^[^@\s]+@[^@\s.]+\.[^@\s]+$/.test(text)
const sum = (lines: readonly DocumentLine[]) => lines.reduce((total, { netCents }) => total + netCents, 0)
const isSameTax = (one: TaxGroup, other: Pick<DocumentLine, 'category' | 'taxBasisPoints'>) =>
  one.category === other.category && one.taxBasisPoints === other.taxBasisPoints
const eachGroup = ({ lines, groups }: DocumentFacts, holds: (group: TaxGroup, lines: DocumentLine[]) => boolean) =>
  groups.every((group) =>
    holds(
      group,
      lines.filter((line) => isSameTax(group, line)),
    ),
  )
const isRateOfCategory = ({ category, taxBasisPoints }: Pick<DocumentLine, 'category' | 'taxBasisPoints'>) =>
  category === 'S' ? taxBasisPoints > 0 : taxBasisPoints === 0

/** Explanation for the operator why a document cannot be issued yet. */
export function ruleText(rule: string) {
  return ruleTexts[rule] ?? `Regel ${rule} ist verletzt.`
}
const ruleTexts: Record<string, string> = {
  'BR-DE-2': 'Der Ansprechpartner des Ausstellers fehlt.',
  'BR-DE-3': 'Der Ort des Ausstellers fehlt.',
  'BR-DE-4': 'Die Postleitzahl des Ausstellers fehlt.',
  'BR-DE-6': 'Die Telefonnummer des Ausstellers fehlt.',
  'BR-DE-7': 'Die E-Mail-Adresse des Ausstellers fehlt.',
  'law: address of the seller': 'Die vollständige Anschrift des Ausstellers fehlt.',
  'law: number of tax': 'Dem Aussteller fehlen USt-IdNr. und Steuernummer.',
  'law: address of the buyer above 250 €': 'Über 250 € braucht die Rechnung die Anschrift des Empfängers.',
  'law: tax status': 'Der Anbieter hat nicht angegeben, wie seine Umsätze am Tag der Leistung besteuert werden.',
  held: 'Die Rechnung ist storniert, und der Anbieter hat trotz zweier Erinnerungen keine neue gestellt.',
  restored: 'Die Datenbank wurde auf einen früheren Stand zurückgesetzt. Belege folgen nach dem Abgleich.',
  broken: 'Beim Ausstellen ist ein Fehler aufgetreten, der im Protokoll des Servers steht.',
  'law: both numbers of tax': 'Bei Steuerschuldnerschaft des Empfängers brauchen beide eine USt-IdNr.',
}
