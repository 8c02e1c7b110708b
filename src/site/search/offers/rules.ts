import { formatEuro } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import type { TaxStatus } from '#src/supply/companies/tax/texts.ts'
import { countedUnit } from '#src/supply/services/catalogue/rules.ts'
import type { PriceKind } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { servicePriceText } from '#src/supply/services/texts.ts'
import { landingRadius } from '../landing/rules.ts'
import { countOf } from '../query/rules.ts'

/** '/leistung/fenster-putzen' or '/leistung/fenster-putzen/hamburg': the id of the catalogue's entry is its address. */
export const offerAddress = (catalogueId: string, townSlug?: string) => `/leistung/${[catalogueId, townSlug].filter(Boolean).join('/')}`

/** Smallest number of companies for which prices are shown: fewer would reveal single companies' prices. */
export const fewestPriced = 3

/** Numbers of offers, towns, similar services and months of bookings on a page. */
export const offerShows = { offers: 24, towns: 12, near: 8, months: 12 } as const

/** One company's service in the list of offers. */
export type Offer = Pick<ServiceView, 'title' | 'priceKind' | 'priceCents' | 'unit' | 'minutes'> & {
  serviceId: string
  companyId: string
  companyName: string
  town: string | null
  taxStatus: TaxStatus | null
  rating: number | null
  reviews: number
}

/** Prices of companies for the same thing in the same unit; in cents. */
export type PriceFigures = {
  priceKind: Exclude<PriceKind, 'quote'>
  unit: string | null
  companies: number
  lowestCents: number
  medianCents: number
  highestCents: number
}

/** Prices that customers recently paid for it, in cents. */
export type PaidFigures = { bookings: number; companies: number; medianCents: number }

/** Only figures of enough companies. */
export const tellable = (figures: readonly PriceFigures[]) => figures.filter(({ companies }) => companies >= fewestPriced)

export const priceKindNames: Record<PriceFigures['priceKind'], string> = { fixed: 'Festpreis', hourly: 'Stundensatz', from: 'Ab-Preis' }

/** 'je m²', 'je Std.', or 'pauschal'. */
export const unitName = ({ priceKind, unit }: Pick<PriceFigures, 'priceKind' | 'unit'>) =>
  priceKind === 'hourly' ? 'je Std.' : unit === null ? 'pauschal' : `je ${unit}`

type Place = { name: string; town?: string | undefined; total: number; figures: readonly PriceFigures[] }

const counted = (total: number) => (total === 1 ? '1 Anbieter' : `${countOf(total)} Anbieter`)

/** Sentences above the list; each is true of today's offers or omitted. */
export function offerNames({ name, town, total, figures }: Place) {
  const [most] = tellable(figures)
  const price = most ? `, ${servicePriceText({ ...most, priceKind: 'from', priceCents: most.lowestCents, unit: unitOf(most) })}` : ''
  return {
    title: `${name}${town ? ` in ${town}` : ''}: ${counted(total)}${price}`,
    description: `${name}${town ? ` in ${town} und Umgebung` : ''}: ${counted(total)} mit Preis und Dauer${price}. Leistung wählen, Summe sehen und online buchen.`,
  }
}

const unitOf = ({ priceKind, unit }: PriceFigures) => (priceKind === 'hourly' ? 'Std.' : unit)

/** Sentence about paid prices, if enough bookings of enough companies exist; undefined otherwise. */
export function offerSentences({ name, town, total, figures }: Place): string[] {
  const [most] = tellable(figures)
  const who = total === 1 ? 'bietet ein Unternehmen' : `bieten ${countOf(total)} Unternehmen`
  return [
    `„${name}“ ${who} ${town ? `in ${town} oder bis ${landingRadius}\u00a0km im Umkreis` : 'auf diesem Marktplatz'} an.`,
    ...(most ? [priceSentence(most)] : []),
    'Sie sehen den Preis, wählen Ihren Termin und zahlen sicher online. Ein Kundenkonto brauchen Sie nicht.',
  ]
}

const priceSentence = (most: PriceFigures) =>
  `${priceKindNames[most.priceKind]} ${unitName(most)}: von ${formatEuro(most.lowestCents)} bis ${formatEuro(most.highestCents)}, in der Mitte ${formatEuro(most.medianCents)} (${most.companies} Anbieter).`

/** Sentence about paid prices, if enough bookings of enough companies exist; undefined otherwise. */
export const paidSentence = ({ bookings, companies, medianCents }: PaidFigures) =>
  companies < fewestPriced
    ? undefined
    : `Bezahlt wurden in den letzten ${offerShows.months} Monaten in der Mitte ${formatEuro(medianCents)} (${plural(bookings, 'Buchung', 'Buchungen')} bei ${companies} Anbietern).`

type Orientation = { priceKind: PriceKind; priceUnit: string; lowCents: number; highCents: number }

const orientationUnit = ({ priceKind, priceUnit }: Pick<Orientation, 'priceKind' | 'priceUnit'>) => {
  const unit = countedUnit({ priceUnit })
  return priceKind === 'hourly' ? 'je Stunde' : unit === null ? 'pauschal' : `je ${unit}`
}

/** The catalogue's own figures, labelled as such. */
export const orientationSentence = ({ priceKind, priceUnit, lowCents, highCents }: Orientation) =>
  highCents === 0
    ? undefined
    : `Für eine Preisübersicht gibt es hier noch zu wenige Angebote. Unser allgemeiner Richtwert, nicht aus Angeboten dieses Marktplatzes: ${formatEuro(lowCents)} bis ${formatEuro(highCents)} ${orientationUnit({ priceKind, priceUnit })}.`
