import { methodsChoice } from '#src/money/payments/methods.ts'
import type { MethodsByKind } from '#src/platform/kit/settingOptions.ts'
import { isEstimated, isPriced } from '#src/supply/services/pricing.ts'
import type { ServicePlace } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { placeLabels } from '#src/supply/services/texts.ts'

type Before = {
  service: Pick<ServiceView, 'priceKind' | 'places'> | undefined
  /** Place of the company, as in its profile. */
  town: string
  /** True if the company has to accept first. */
  isRequest: boolean
  answerHours: number
  methods: MethodsByKind
}

/** Facts above the first field: place, payment and next step. None for a service that is sold by quote, which has a form of its own. */
export function factsBefore({ service, town, isRequest, answerHours, methods }: Before): { label: string; value: string }[] {
  if (service && !isPriced(service)) return []
  const isEstimate = service !== undefined && isEstimated(service)
  return [
    ...(service ? [{ label: 'Ort', value: placesText(service.places, town) }] : []),
    { label: 'Zahlung', value: paymentText({ methods, isRequest, isEstimate }) },
    {
      label: 'Danach',
      value: isEstimate ? nextTexts.estimate(answerHours) : isRequest ? nextTexts.request(answerHours) : nextTexts.direct,
    },
  ]
}

/** Payment in one line: 'Mit PayPal, Karte, Apple Pay oder Google Pay, im letzten Schritt'. */
function paymentText({ methods, isRequest, isEstimate }: Pick<Before, 'methods' | 'isRequest'> & { isEstimate: boolean }) {
  const choice = `Mit ${methodsChoice(isRequest || isEstimate ? methods.held : methods.direct)}`
  if (isEstimate) return `${choice}, abgebucht wird nur der bestätigte Preis`
  return isRequest ? `${choice}, abgebucht wird erst bei Zusage` : `${choice}, im letzten Schritt`
}

const nextTexts = {
  direct: 'Sofort gebucht, Bestätigung per E-Mail',
  request: (hours: number) => `Antwort in höchstens ${hours} Stunden, per E-Mail`,
  estimate: (hours: number) => `Preis und Zusage in höchstens ${hours} Stunden, per E-Mail`,
} as const

/** Formats the places of a service: 'Bei Ihnen vor Ort oder beim Anbieter, 22767 Hamburg'. */
function placesText(places: readonly ServicePlace[], town: string) {
  const words = places.map((place, at) => {
    const label = placeLabels[place]
    const word = at === 0 ? label : `${label.slice(0, 1).toLowerCase()}${label.slice(1)}`
    return place === 'shop' ? `${word}, ${town}` : word
  })
  return words.join(' oder ')
}
