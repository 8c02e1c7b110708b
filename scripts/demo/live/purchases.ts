import { randomUUID } from 'node:crypto'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { readFreeSlots } from '#src/supply/calendars/actions.ts'
import { firstChoice, isEstimated, isPriced, priceOf } from '#src/supply/services/pricing.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { listOffered } from '#src/supply/services/store.ts'
import type { Rng } from '../../../tests/rng.ts'
import type { DemoApp } from './demoApp.ts'
import type { LiveCompany } from './liveCompanies.ts'

/** Purchase of a service. `amount` in euros: its price, or the ceiling of an estimate, whose lower end is `least`. */
type Purchase = {
  serviceId: string
  title: string
  quantity: number | undefined
  optionIds: readonly string[]
  amount: number
  least: number | undefined
  isRequest: boolean
}
type Wish = { serviceId?: string; quantity?: number | undefined; minutes?: number; location: string; from: string }

/** Units that people usually buy at once, from and to. */
const usualCounts: Record<string, [number, number]> = {
  'm²': [18, 60],
  Fenster: [6, 22],
  Meter: [8, 26],
  Person: [12, 34],
  Portion: [12, 30],
  Stück: [1, 3],
  Flügel: [4, 12],
  Tag: [1, 4],
  Besuch: [2, 6],
  Spaziergang: [1, 5],
  Stunde: [1, 1],
  Bild: [4, 12],
  Tonne: [2, 5],
  Mitarbeiter: [2, 6],
}
/** In hair, cooking at home and the like a person is one. */
const single = new Set(['haare-schneiden', 'friseur-kommt-nach-hause', 'bart-schneiden', 'haare-faerben'])

/** How customers of the history choose: a service with a price or an estimate, mostly the company's first ones, at one of the next free times. */
export function openPurchases({ app }: DemoApp, rng: Rng) {
  const known = new Map<string, (ServiceView & { times: { bookingMode: string } })[]>()

  async function offersOf({ id }: LiveCompany) {
    const offers = known.get(id) ?? (await listOffered(app.db, id))
    known.set(id, offers)
    return offers
  }

  /** A service with its usual quantity; undefined for a company that sells nothing at a price. */
  async function choose(company: LiveCompany, { isExact = false } = {}): Promise<Purchase | undefined> {
    const sold = (await offersOf(company)).filter((one) => isPriced(one) && !(isExact && isEstimated(one)))
    if (sold.length === 0) return undefined
    const service = sold[Math.floor(sold.length * (rng.whole(0, 999) / 1_000) ** 1.6)]
    return service && purchaseOf(service)
  }

  function purchaseOf(service: ServiceView & { times: { bookingMode: string } }): Purchase | undefined {
    const first = firstChoice(service)
    const [least, most] = usualCounts[service.unit ?? ''] ?? [1, 1]
    const isOne = single.has(service.catalogueId ?? '')
    const quantity = service.priceKind === 'hourly' ? first.quantity : service.unit === null ? 1 : isOne ? 1 : rng.whole(least, most)
    const priced = priceOf(service, { ...first, quantity })
    if ('problem' in priced || priced.totalCents < 1_000 || priced.totalCents > 900_000) return undefined
    return {
      serviceId: service.id,
      title: service.title,
      quantity: service.priceKind === 'hourly' || service.unit !== null ? quantity : undefined,
      optionIds: first.optionIds,
      amount: priced.totalCents / 100,
      least: priced.lowCents === undefined ? undefined : priced.lowCents / 100,
      isRequest: isEstimated(service) || service.times.bookingMode === 'request',
    }
  }

  /** One of the free times in the two weeks from this day on, mostly an early day; any time of day without a calendar. */
  async function freeStart({ id: companyId }: Pick<LiveCompany, 'id'>, { from, ...work }: Wish) {
    const hash = randomUUID()
    const caller = { hash: () => hash, ip: '198.18.0.2', requestId: hash }
    const first = from > berlinDay(app.now()) ? from : berlinDay(app.now())
    const asked = { companyId, ...work, from: first, days: 14 }
    const { hasCalendar, days } = await readFreeSlots(app, asked, caller)
    if (!hasCalendar) return { date: first, time: `${String(rng.whole(18, 19))}:${rng.one(['00', '30'])}` }
    const open = days.filter(({ times }) => times.length > 0)
    const day = open[Math.floor(open.length * (rng.whole(0, 999) / 1_000) ** 2)]
    return day && { date: day.day, time: rng.one(day.times) }
  }

  return { choose, freeStart }
}
