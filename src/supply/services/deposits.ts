import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { depositLimits } from './rules.ts'
import type { ServiceView } from './schemas.ts'

/** Deposit and payments of the rest that a service or a quote asks for. */
export type DepositTerms = Pick<ServiceView, 'priceKind' | 'depositPercent' | 'restParts'>

/** Prices that may have a deposit: those that are known when the customer books. */
export const mayHaveDeposit = ({ priceKind }: Pick<ServiceView, 'priceKind'>) => priceKind === 'fixed' || priceKind === 'hourly'

/** Payments of a price: the deposit at booking, and the payments of the rest, in cents. */
export type SplitPrice = { depositCents: Cents; restCents: Cents[] }

/**
 * Splits the price of a service into its payments; undefined if all of it is due at booking. Rounds the deposit half up and the payments
 * after it up; the last one takes the remainder. `days`: working days of the job, the most payments after the deposit, unless the limit of
 * a payment needs more. The only place where a deposit is computed.
 */
export function splitPrice(terms: DepositTerms, totalCents: Cents, days: number): SplitPrice | undefined {
  const { depositPercent, restParts } = terms
  if (depositPercent === null || !mayHaveDeposit(terms) || totalCents < depositLimits.totalCents) return undefined
  const depositCents = Math.floor((totalCents * depositPercent + 50) / 100)
  const rest = totalCents - depositCents
  const parts = Math.max(Math.min(restParts, days), Math.ceil(rest / depositLimits.paymentCents))
  const each = Math.ceil(rest / parts)
  const restCents = Array.from({ length: parts }, (_, place) => (place === parts - 1 ? rest - each * (parts - 1) : each))
  return { depositCents, restCents }
}

/** True if each payment of a price is within the limit of a payment, which holds for payments and not for the job. */
export function isPayable(terms: DepositTerms, totalCents: Cents) {
  const split = splitPrice(terms, totalCents, terms.restParts)
  if (!split) return totalCents <= depositLimits.paymentCents
  return split.depositCents <= depositLimits.paymentCents && split.restCents.length <= terms.restParts
}

/** Terms of a service for its customers: '30 % Anzahlung, Rest in 3 Raten'; undefined without a deposit. */
export function depositText(terms: DepositTerms) {
  const { depositPercent, restParts } = terms
  if (depositPercent === null || !mayHaveDeposit(terms)) return undefined
  return `${depositPercent} % Anzahlung, ${restParts === 1 ? 'Rest nach der Arbeit' : `Rest in bis zu ${restParts} Raten`}`
}

/** Texts of the order about a deposit. */
export const depositTexts = {
  now: 'Jetzt: Anzahlung',
  total: 'Gesamtpreis',
  rest: 'Rest nach der Arbeit',
  restOf: (restCents: Cents, parts: number) =>
    parts === 1
      ? `Den Rest von ${formatEuro(restCents)} bezahlen Sie nach der Arbeit.`
      : `Den Rest von ${formatEuro(restCents)} bezahlen Sie in bis zu ${parts} Raten, während die Arbeit vorangeht.`,
} as const

/** Sentences with the deposit and the later payments of a price; undefined if all is due at booking. */
export function splitSentence(split: SplitPrice | undefined) {
  if (!split) return undefined
  const restCents = split.restCents.reduce((sum, cents) => sum + cents, 0)
  return `Jetzt bezahlen Sie ${formatEuro(split.depositCents)} Anzahlung. ${depositTexts.restOf(restCents, split.restCents.length)}`
}

/** Choices of the number of payments of the rest, with their labels. */
export const restChoices = [1, 2, 3, 4].map((parts) => ({
  parts,
  label: parts === 1 ? 'in einer Zahlung nach der Arbeit' : `in bis zu ${parts} Raten während der Arbeit`,
}))
