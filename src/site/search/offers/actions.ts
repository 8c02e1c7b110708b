import { addMonths, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { holdCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { countOffers } from '#src/supply/services/store.ts'
import { findLandingTown } from '../landing/store.ts'
import { offerShows } from './rules.ts'
import { listOffers, listOfferTowns, readPaid, readPrices } from './store.ts'

type Params = { catalogueId: string; townSlug: string | undefined }

/**
 * Reads the data of a service's page; undefined if the catalogue has no such service, the town is unknown, or no company offers it there.
 */
export async function readOfferPage(app: Pick<App, 'db' | 'now'>, { catalogueId, townSlug }: Params) {
  const { services, trades } = await holdCatalogue(app)
  const service = services.find(({ id }) => id === catalogueId)
  const town = townSlug === undefined ? undefined : await findLandingTown(app.db, townSlug)
  if (!service || (townSlug !== undefined && !town)) return undefined
  const asked = { catalogueId, townSlug }
  const today = berlinDay(app.now())
  const since = berlinInstant(addMonths(today, -offerShows.months), '00:00')
  const near = services.filter(({ id }) => service.near.includes(id))
  const [{ offers, total }, figures, paid, towns, counts] = await Promise.all([
    listOffers(app.db, { ...asked, today }),
    readPrices(app.db, asked),
    readPaid(app.db, { catalogueId, since }),
    listOfferTowns(app.db, asked),
    countOffers(app.db, service.near),
  ])
  if (total === 0) return undefined
  return {
    service,
    category: trades.find(({ id }) => id === service.tradeId)?.category,
    town: town?.town,
    ...{ offers, total, figures, paid, towns },
    near: near.flatMap(({ id, name }) => {
      const companies = counts.get(id) ?? 0
      return companies > 0 ? [{ id, name, companies }] : []
    }),
  }
}
