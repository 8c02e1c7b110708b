import { formatDate } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import type { TaxProfile } from '#src/supply/companies/tax/rules.ts'
import { type BoughtItem, hourUnit } from '#src/supply/services/pricing.ts'
import { linesOf } from '#src/supply/services/texts.ts'
import type { CareKind } from '../facts.ts'
import { type GrossLine, type TaxCase, taxInside } from '../taxes.ts'

/** Line of a draft, editable by its company: share of the amount paid, tax rate and kind of cost (§ 35a EStG). */
export type DraftLine = { text: string; grossCents: Cents; taxBasisPoints: number; care: CareKind }

/**
 * Categories of work in a house or garden: their labour is deductible under § 35a EStG, and the customer must keep the invoice for two
 * years.
 */
const houseCategories: readonly Category[] = ['Reinigung', 'Handwerk', 'Garten', 'Wartung']
export const isAtHouse = (category: Category) => houseCategories.includes(category)

type Reversible = { customerKind: string; category: Category; status: TaxProfile['status'] | undefined }

/**
 * § 13b (2) No. 4 and 8 UStG: work on buildings for a business, by a company under regular taxation. The company knows and confirms the
 * rest.
 */
export const mayReverse = ({ customerKind, category, status }: Reversible) =>
  customerKind === 'business' && status === 'regular' && isAtHouse(category)

type Part = { items: readonly BoughtItem[]; kind: string; paidOn: string }
type Bought = { serviceTitle: string; amountCents: Cents; items: readonly BoughtItem[]; parts: readonly Part[]; category: Category }

/**
 * Lines of the booked items, then of the supplements billed with them. Only hours worked at a house are known to be labour, and only
 * material of a supplement to be material; the company must classify the rest.
 */
export function boughtDraft({ serviceTitle, amountCents, items, parts, category }: Bought): DraftLine[] {
  const added = parts.flatMap((part) => partDraft(part, category))
  const ownCents = amountCents - added.reduce((sum, { grossCents }) => sum + grossCents, 0)
  const own =
    items.length === 0 ? [{ text: serviceTitle, grossCents: ownCents, taxBasisPoints: usualTax, care: 'other' as const }] : undefined
  return [...(own ?? itemsDraft(items, category)), ...added]
}
const usualTax = 1_900

/** Lines of a supplement or a tip billed with its job; a tip is part of the price (Abschnitt 10.1 Abs. 5 UStAE). */
export const partDraft = ({ items, kind, paidOn }: Part, category: Category): DraftLine[] =>
  itemsDraft(items, category).map((line) => ({
    ...line,
    text: kind === 'tip' ? `Trinkgeld vom ${formatDate(paidOn)}` : `Nachtrag vom ${formatDate(paidOn)}: ${line.text}`,
    ...(kind === 'material' ? { care: 'material' as const } : {}),
  }))

function itemsDraft(items: readonly BoughtItem[], category: Category): DraftLine[] {
  const texts = linesOf(items)
  return items.flatMap(({ title, unit, totalCents }, place) => {
    if (totalCents === 0) return []
    const care = unit === hourUnit && isAtHouse(category) ? ('labour' as const) : ('other' as const)
    return [{ text: texts[place]?.label ?? title, grossCents: totalCents, taxBasisPoints: usualTax, care }]
  })
}

type Drafted = Bought & { draftLines: readonly DraftLine[] | null }

/** Lines of a draft: as the company changed them, with the supplements that were paid afterwards, or as booked. */
export function draftOf({ draftLines, ...bought }: Drafted): DraftLine[] {
  if (draftLines === null) return boughtDraft(bought)
  const sum = draftLines.reduce((cents, { grossCents }) => cents + grossCents, 0)
  // The lines that the company saved covered everything paid until then.
  let missing = bought.amountCents - sum
  const later = bought.parts.toReversed().flatMap((part) => {
    if (missing <= 0) return []
    const lines = partDraft(part, bought.category)
    missing -= lines.reduce((cents, { grossCents }) => cents + grossCents, 0)
    return [lines]
  })
  return [...draftLines, ...later.toReversed().flat()]
}

/** `isReverse`: the company confirmed that the recipient owes the tax. */
type Taxed = Pick<TaxProfile, 'status' | 'exemptionText'> & { isReverse?: boolean }

/** Draft lines with the company's taxation on the day of the service. Only regular taxation has rates; 0 % means § 12 (3) UStG. */
export const taxedAs = (lines: readonly DraftLine[], taxed: Taxed): GrossLine[] =>
  lines.map(({ text, grossCents, care, taxBasisPoints }) => ({ text, grossCents, care, tax: taxOf(taxBasisPoints, taxed) }))

function taxOf(basisPoints: number, { status, exemptionText, isReverse = false }: Taxed): TaxCase {
  if (status === 'small') return { case: 'small' }
  if (status === 'exempt') return { case: 'exempt', reason: exemptionText ?? '' }
  if (isReverse) return { case: 'reverse' }
  return basisPoints === 0 ? { case: 'zero' } : { case: 'regular', basisPoints }
}

/** Splits a refunded amount over the lines in proportion to their amounts, in whole cents; a full refund takes each line completely. */
function shareOut(lines: readonly GrossLine[], cents: Cents): Cents[] {
  const total = lines.reduce((sum, { grossCents }) => sum + grossCents, 0)
  const shares = lines.map(({ grossCents }) => Math.floor((cents * grossCents) / total))
  const largest = lines.reduce((found, { grossCents }, place) => (grossCents > (lines[found]?.grossCents ?? 0) ? place : found), 0)
  const left = cents - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, place) => (place === largest ? share + left : share))
}

/**
 * Negative lines, one for each tax and kind of cost, for a refund that grows from `before` to `after` cents in total. Several steps give
 * the same sums as one.
 */
export function reductionOf(
  lines: readonly GrossLine[],
  { before, after, text }: { before: Cents; after: Cents; text: string },
): GrossLine[] {
  const [earlier, later] = [shareOut(lines, before), shareOut(lines, after)]
  const taken = lines.map((line, place) => ({ ...line, grossCents: (earlier[place] ?? 0) - (later[place] ?? 0) }))
  const groups = Map.groupBy(taken, ({ tax, care }) => JSON.stringify([tax, care]))
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    const grossCents = members.reduce((sum, one) => sum + one.grossCents, 0)
    return first && grossCents !== 0 ? [{ ...first, text: `${text}${careSuffix[first.care]}`, grossCents }] : []
  })
}
const careSuffix: Record<CareKind, string> = { labour: ': Arbeit', travel: ': Fahrt und Maschinen', material: ': Material', other: '' }

/** Cost of labour, machines and travel within the lines, and the tax contained in it, in cents (§ 35a EStG). */
export function careOf(lines: readonly GrossLine[]) {
  const cared = lines.filter(({ care }) => care === 'labour' || care === 'travel')
  const rates = Map.groupBy(cared, ({ tax }) => (tax.case === 'regular' ? tax.basisPoints : 0))
  const sums = [...rates].map(([rate, those]) => ({ rate, cents: those.reduce((sum, { grossCents }) => sum + grossCents, 0) }))
  return {
    cents: sums.reduce((sum, { cents }) => sum + cents, 0),
    taxCents: sums.reduce((sum, { rate, cents }) => sum + taxInside(cents, rate), 0),
  }
}
