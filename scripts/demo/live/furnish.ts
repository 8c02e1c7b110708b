import type { Insertable } from 'kysely'
import type { App } from '#src/platform/server/app.ts'
import type { Services } from '#src/platform/server/tables.d.ts'
import { findStateOf } from '#src/supply/calendars/hours/store.ts'
import { holdCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { isUsuallySpread } from '#src/supply/services/durations.ts'
import type { Rng } from '../../../tests/rng.ts'
import type { Founded, Founding } from './companies.ts'

/** Services, opening hours and people of the demo's companies, written as their editors write them. */
export function openFurnishing(app: App, rng: Rng) {
  async function insertOffers(companyId: string, offers: readonly Founded[]) {
    const catalogue = await holdCatalogue(app)
    const now = app.now()
    const rows = offers.flatMap(({ catalogueId, kind, cents, minutes, unit }, position): Insertable<Services>[] => {
      const entry = catalogue.services.find(({ id }) => id === catalogueId)
      if (!entry) throw new Error(`the demo offers ${catalogueId}, the catalogue has no such service`)
      const isFree = kind === 'fixed' || kind === 'hourly'
      return [
        {
          companyId,
          catalogueId,
          title: entry.name,
          priceKind: kind,
          priceCents: kind === 'quote' ? null : cents,
          unit: kind === 'fixed' || kind === 'from' ? unit : null,
          minutes,
          isSpread: isUsuallySpread({ minutes, minutesPerUnit: null }),
          places: [...entry.places],
          questions: [...entry.questions],
          bookingMode: isFree && rng.hits(0.1) ? 'request' : 'instant',
          position,
          createdAt: now,
          updatedAt: now,
        },
      ]
    })
    await app.db.insertInto('services').values(rows).execute()
  }

  type Opening = { companyId: string; people: readonly string[]; evenings: boolean }

  async function insertCalendar({ companyId, people, evenings }: Opening) {
    await app.db.transaction().execute(async (tx) => {
      const federalState = await findStateOf(tx, companyId)
      const policy = rng.one(['kulant', 'kulant', 'ueblich', 'fest'] as const)
      await tx.insertInto('calendars').values({ companyId, federalState, policy, updatedAt: app.now() }).execute()
      const rows = people.map((name, position) => ({ companyId, kind: 'person' as const, name: name.slice(0, 60), position }))
      await tx.insertInto('resources').values(rows).execute()
      const opens = evenings ? 480 + 60 * rng.whole(0, 2) : 420 + 30 * rng.whole(0, 3)
      const closes = evenings ? 1_320 : opens + 540 + 30 * rng.whole(0, 4)
      const days = evenings ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 3, 4, 5]
      const hours = days.map((weekday) => ({ companyId, weekday, minutes: `[${opens},${closes})` }))
      if (!evenings && rng.hits(0.4)) hours.push({ companyId, weekday: 6, minutes: '[540,840)' })
      await tx.insertInto('openingHours').values(hours).execute()
    })
  }

  /** One company in fifteen keeps no calendar and is booked at agreed times. */
  async function furnish(companyId: string, { offers, trade, person, team }: Pick<Founding, 'offers' | 'trade' | 'person' | 'team'>) {
    await insertOffers(companyId, offers)
    if (rng.hits(0.07)) return
    const people = [person, 'Zweites Team', 'Drittes Team'].slice(0, team)
    await insertCalendar({ companyId, people, evenings: eveningTrades.has(trade) })
  }

  return { furnish, insertOffers, insertCalendar }
}

const eveningTrades = new Set(['kinder', 'catering', 'dj', 'tiere', 'foto', 'schluessel'])
