import { type Cents, vatInside } from '#src/platform/kit/money.ts'
import type { CareKind, DocumentLine, TaxCategory, TaxGroup } from './facts.ts'
import { documentTexts } from './texts.ts'

/**
 * Taxation of a line. Without tax there is a reason: small business (§ 19 UStG), exemption (§ 4, with its own text), or reverse charge (§
 * 13b, or in another member state). `zero` is § 12 (3) UStG: a rate of 0 %.
 */
export type TaxCase =
  | { case: 'regular'; basisPoints: number }
  | { case: 'zero' }
  | { case: 'small' }
  | { case: 'exempt'; reason: string }
  | { case: 'reverse' }
export type DocumentTaxCase = TaxCase['case'] | 'mixed'

const categories = { regular: 'S', zero: 'Z', small: 'E', exempt: 'E', reverse: 'AE' } as const

const reasonOf = (tax: TaxCase) => {
  if (tax.case === 'small') return documentTexts.smallBusiness
  if (tax.case === 'exempt') return tax.reason
  return tax.case === 'reverse' ? documentTexts.reverseCharge : null
}
const rateOf = (tax: TaxCase) => (tax.case === 'regular' ? tax.basisPoints : 0)

/** Tax contained in an amount that may be negative. Halves are rounded by magnitude, so that a correction mirrors its original. */
export const taxInside = (grossCents: Cents, basisPoints: number): Cents =>
  grossCents < 0 ? 0 - vatInside(-grossCents, basisPoints) : vatInside(grossCents, basisPoints)

export type GrossLine = { text: string; grossCents: Cents; tax: TaxCase; care: CareKind }

/**
 * Lines and tax groups of a document from gross amounts: net = round(gross / 1.19) once for each group, tax = gross − net. Each line gets
 * its own rounded net, and the last one the remainder, so that the lines of a group add up to it.
 */
export function taxedLines(grossLines: readonly GrossLine[]) {
  const byTax = Map.groupBy(grossLines, ({ tax }) => `${categories[tax.case]} ${rateOf(tax)}`)
  const groups = [...byTax.values()].map((members) => groupOf(members))
  const lines = groups.flatMap(({ lines }) => lines)
  const totals = groups.map(({ group }) => group)
  const netCents = totals.reduce((sum, group) => sum + group.netCents, 0)
  const taxCents = totals.reduce((sum, group) => sum + group.taxCents, 0)
  return { lines, groups: totals, netCents, taxCents, grossCents: netCents + taxCents }
}

function groupOf(members: readonly GrossLine[]): { lines: DocumentLine[]; group: TaxGroup } {
  const [first] = members
  if (!first) throw new Error('a tax group without lines')
  const { tax } = first
  const shared = { category: categories[tax.case] satisfies TaxCategory, taxBasisPoints: rateOf(tax) }
  const grossCents = members.reduce((sum, one) => sum + one.grossCents, 0)
  const taxCents = taxInside(grossCents, shared.taxBasisPoints)
  const netCents = grossCents - taxCents
  let left = netCents
  const lines = members.map(({ text, grossCents: own, care }, place) => {
    const lineNet = place === members.length - 1 ? left : own - taxInside(own, shared.taxBasisPoints)
    left -= lineNet
    return { text, netCents: lineNet, ...shared, care }
  })
  return { lines, group: { ...shared, netCents, taxCents, reason: reasonOf(tax) } }
}

/** Common tax case of all lines, or 'mixed'. */
export function taxCaseOf(grossLines: readonly GrossLine[]): DocumentTaxCase {
  const [first, ...others] = new Set(grossLines.map(({ tax }) => tax.case))
  return first && others.length === 0 ? first : 'mixed'
}
