import { euros, formatEuro, formatEuroRange, formatEuroShort, priceOnRequest } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import type { BoughtItem } from './pricing.ts'
import type { ServicePlace } from './rules.ts'
import type { BoughtLine, ServiceView } from './schemas.ts'

/* German texts for services and purchases. No schema library here: public pages load this file. */

export const placeLabels: Record<ServicePlace, string> = {
  customer: 'Bei Ihnen vor Ort',
  shop: 'Beim Anbieter',
  remote: 'Telefonisch oder online',
}

/** Kind of place of a booking's location, which is an address or one of the fixed words. */
export const placeAt = (location: string): ServicePlace =>
  location === placeLabels.shop ? 'shop' : location === placeLabels.remote ? 'remote' : 'customer'

/** Label of a location in a summary. */
export const placeLabel = (location: string) => (placeAt(location) === 'customer' ? 'Einsatzort' : 'Ort')

/** Location for a service with these places: what was typed, if it fits; else empty or the fixed word. */
export function locationAt(places: readonly ServicePlace[], typed: string) {
  const [first] = places
  if (first === undefined || places.includes(placeAt(typed))) return typed
  return places.includes('customer') ? '' : placeLabels[first]
}

type Priced = Pick<ServiceView, 'priceKind' | 'priceCents' | 'unit'> & { priceToCents?: number | null }

/** Parts of a price that a list may style separately: 'ab', '60 €', 'je Std.' */
export function servicePriceParts({ priceKind, priceCents, priceToCents = null, unit }: Priced) {
  if (priceCents === null) return { before: undefined, amount: priceOnRequest, per: undefined }
  const per = priceKind === 'hourly' ? 'je Std.' : unit === null ? undefined : `je ${unit}`
  if (priceToCents !== null && priceToCents > priceCents) {
    return { before: undefined, amount: formatEuroRange(priceCents, priceToCents), per }
  }
  return { before: priceKind === 'from' ? 'ab' : undefined, amount: formatEuroShort(priceCents), per }
}

/** Formats a price: '89 €', '12 € je Fenster', '45 € je Std.', 'ab 60 €', '60 bis 90 €', 'Preis auf Anfrage'. */
export function servicePriceText(priced: Priced) {
  const { before, amount, per } = servicePriceParts(priced)
  return [before, amount, per].filter(Boolean).join(' ')
}

/** Formats a duration: 'ca. 45 Min.', 'ca. 1 Std.', 'ca. 1 ½ Std.', 'ca. 2 Std. 20 Min.' */
export function durationText(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `ca. ${rest} Min.`
  if (rest === 0) return `ca. ${hours} Std.`
  return rest === 30 ? `ca. ${hours} ½ Std.` : `ca. ${hours} Std. ${rest} Min.`
}

/** Formats the duration of a service: 'ca. 1 Std.', 'ca. 15 Min. und 12 Min. je Fenster'; undefined if it is open. */
export function serviceDurationText({ minutes, minutesPerUnit, unit }: Pick<ServiceView, 'minutes' | 'minutesPerUnit' | 'unit'>) {
  const base = minutes === null ? undefined : durationText(minutes)
  if (minutesPerUnit === null) return base
  return [base, `${minutesPerUnit.toLocaleString('de-DE')} Min. je ${unit}`].filter(Boolean).join(' und ')
}

export const surchargeText = (cents: number) => (cents === 0 ? 'ohne Aufpreis' : `+ ${formatEuro(cents)}`)

/** Formats a counted quantity: '2,5 Std. × 45,00 €'; undefined for an item that is not counted. */
const countOf = ({ quantity, unit, unitCents }: BoughtItem) =>
  unit === null ? undefined : `${(quantity / 100).toLocaleString('de-DE')} ${unit} × ${formatEuro(unitCents)}`

/** Lines of purchased items, the same in every view of them. */
export const linesOf = (items: readonly BoughtItem[]): BoughtLine[] =>
  items.map((item) => ({ label: [item.title, countOf(item)].filter(Boolean).join(', '), totalCents: item.totalCents }))

/** Lines that add information to a booking's title and total; none for a single item that is not counted. */
export const detailLines = (items: readonly BoughtItem[]) => (items.length > 1 || items[0]?.unit ? linesOf(items) : [])

/** Formats a line: 'Fenster putzen, 2,5 Std. × 45,00 €: 112,50 €'. */
export const lineText = ({ label, totalCents }: BoughtLine) => `${label}: ${formatEuro(totalCents)}`

/** Formats a line from the wire in the same way. */
export const lineOfWire = ({ label, total }: Wire<BoughtLine>) => `${label}: ${euros(total)}`

/** Address of the form for quotes: of one company and service, or of the companies of a search. */
export function quotePath(about: Partial<Record<'anbieter' | 'leistung' | 'q' | 'location' | 'category', string | null>>) {
  const named = Object.entries(about).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/angebot-anfordern?${new URLSearchParams(named)}`
}
