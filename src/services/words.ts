import { euros, formatEuro, formatEuroShort, priceOnRequest } from '#src/kit/money.ts'
import type { Wire } from '#src/kit/wire.ts'
import type { BoughtItem } from './pricing.ts'
import type { ServicePlace } from './rules.ts'
import type { BoughtLine, ShownService } from './schemas.ts'

/*
 * How services and what was bought are worded, everywhere. No schema library here: pages that visitors read load it.
 */

export const placeWords: Record<ServicePlace, string> = {
  customer: 'Bei Ihnen vor Ort',
  shop: 'Beim Anbieter',
  remote: 'Telefonisch oder online',
}

/** Where a booking takes place: its location is an address, or these words in its place. */
export const placeAt = (location: string): ServicePlace =>
  location === placeWords.shop ? 'shop' : location === placeWords.remote ? 'remote' : 'customer'

/** Label of a location in a summary. */
export const placeLabel = (location: string) => (placeAt(location) === 'customer' ? 'Einsatzort' : 'Ort')

/** The location of a booking of a service that takes place there only: what was typed, as far as it fits. */
export function locationAt(places: readonly ServicePlace[], typed: string) {
  const [first] = places
  if (first === undefined || places.includes(placeAt(typed))) return typed
  return places.includes('customer') ? '' : placeWords[first]
}

type Priced = Pick<ShownService, 'priceKind' | 'priceCents' | 'unit'>

/** A price in the parts that a list may set apart: 'ab', '60 €', 'je Std.' */
export function servicePriceParts({ priceKind, priceCents, unit }: Priced) {
  if (priceCents === null) return { before: undefined, amount: priceOnRequest, per: undefined }
  const per = priceKind === 'hourly' ? 'je Std.' : unit === null ? undefined : `je ${unit}`
  return { before: priceKind === 'from' ? 'ab' : undefined, amount: formatEuroShort(priceCents), per }
}

/** '89 €', '12 € je Fenster', '45 € je Std.', 'ab 60 €', 'Preis auf Anfrage'. */
export function servicePriceText(priced: Priced) {
  const { before, amount, per } = servicePriceParts(priced)
  return [before, amount, per].filter(Boolean).join(' ')
}

/** 'ca. 45 Min.', 'ca. 1 Std.', 'ca. 1 ½ Std.', 'ca. 2 Std. 20 Min.' */
export function durationText(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `ca. ${rest} Min.`
  if (rest === 0) return `ca. ${hours} Std.`
  return rest === 30 ? `ca. ${hours} ½ Std.` : `ca. ${hours} Std. ${rest} Min.`
}

export const surchargeText = (cents: number) => (cents === 0 ? 'ohne Aufpreis' : `+ ${formatEuro(cents)}`)

/** '2,5 Std. × 45,00 €' for what is counted; undefined for what is not. */
const countOf = ({ quantity, unit, unitCents }: BoughtItem) =>
  unit === null ? undefined : `${(quantity / 100).toLocaleString('de-DE')} ${unit} × ${formatEuro(unitCents)}`

/** What was bought, line by line, as every copy of it reads. */
export const linesOf = (items: readonly BoughtItem[]): BoughtLine[] =>
  items.map((item) => ({ label: [item.title, countOf(item)].filter(Boolean).join(', '), totalCents: item.totalCents }))

/** The lines that say more than title and total of a booking do: none for a single thing that is not counted. */
export const tellingLines = (items: readonly BoughtItem[]) => (items.length > 1 || items[0]?.unit ? linesOf(items) : [])

/** 'Fenster putzen, 2,5 Std. × 45,00 €: 112,50 €' */
export const lineText = ({ label, totalCents }: BoughtLine) => `${label}: ${formatEuro(totalCents)}`

/** The same of a line from the wire. */
export const lineOfWire = ({ label, total }: Wire<BoughtLine>) => `${label}: ${euros(total)}`
