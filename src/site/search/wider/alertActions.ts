import type { App } from '#src/platform/server/app.ts'
import { serveAlerts } from '#src/site/demand/actions.ts'
import { searchCompanies } from '../query/actions.ts'
import { searchAddress } from '../query/address.ts'
import { defaultRadius, emptyQuery, type Radius, radii, type SearchQuery } from '../query/rules.ts'

/** Runs the searches of open alerts, and mails those that find a company now. */
export const answerAlerts = (app: App) =>
  serveAlerts(app, async ({ words: q, location, category, catalogueId: service, radiusKm }) => {
    // Without a place the radius is around a town among the words.
    const radius = location === '' ? defaultRadius : radiusOf(radiusKm)
    const query: SearchQuery = { ...emptyQuery, q, location, category, service, radius }
    const { companies } = await searchCompanies(app.db, { ...query, limit: 1, offset: 0, hasFacets: false, now: app.now() })
    const [found] = companies
    return found && { companyName: found.companyName, location: found.location, path: searchAddress(query) }
  })

const radiusOf = (km: number | null): Radius => (km === null ? null : (radii.find((one) => one >= km) ?? null))
