import type { Category } from '#src/companies/rules.ts'
import { searchCompanies } from '#src/search/query/actions.ts'
import { emptyQuery } from '#src/search/query/rules.ts'
import type { App } from '#src/server/app.ts'
import { type AskAbout, quoteLimits } from './rules.ts'
import { findCompanies, findCompanyPlace, findService } from './store.ts'

type Asked = { companyId: string; serviceId: string; words: string; location: string; category: Category | null }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whom a request may go to: the company it came from, first, and others of the trade near by, or else the nearest wherever they are. */
export async function readAskPage(app: App, asked: Asked): Promise<AskAbout> {
  const [own] = uuid.test(asked.companyId) ? await findCompanies(app.db, [asked.companyId]) : []
  const chosen = own?.takesBookings ? own : undefined
  const service =
    chosen && uuid.test(asked.serviceId) ? await findService(app.db, { id: asked.serviceId, companyIds: [chosen.id] }) : undefined
  const category = asked.category ?? chosen?.category ?? null
  const place = asked.location || (chosen ? ((await findCompanyPlace(app.db, chosen.id))?.postcode ?? '') : '')
  const isNamed = asked.words !== '' || category !== null
  const about = { ...asked, category, location: place }
  const near = isNamed ? await listAround(app, about, quoteLimits.radiusKm) : []
  const isFar = isNamed && !chosen && near.length === 0
  const found = isFar ? await listAround(app, about, null) : near
  const companies = [...(chosen ? [{ ...chosen, distanceKm: null }] : []), ...found.filter(({ id }) => id !== chosen?.id)].slice(
    0,
    quoteLimits.companies * 2,
  )
  return {
    chosenId: chosen?.id ?? null,
    service: service ?? null,
    category,
    words: asked.words,
    postcode: /\b\d{5}\b/.exec(asked.location)?.[0] ?? '',
    companies: companies.map(({ id, companyName, logoUrl, rating, reviews, distanceKm }) => ({
      ...{ id, companyName, logoUrl, rating, reviews, distanceKm },
    })),
    isFar,
  }
}

async function listAround(app: App, { words, category, location }: Asked, radius: typeof quoteLimits.radiusKm | null) {
  const { companies } = await searchCompanies(app.db, {
    ...emptyQuery,
    ...{ q: words, category, location, radius, sorting: location ? 'entfernung' : 'relevanz' },
    ...{ limit: quoteLimits.companies * 2, offset: 0, hasFacets: false },
  })
  return companies
}
