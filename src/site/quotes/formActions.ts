import type { App } from '#src/platform/server/app.ts'
import { searchCompanies } from '#src/site/search/query/actions.ts'
import { emptyQuery } from '#src/site/search/query/rules.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { type QuoteFormData, quoteLimits } from './rules.ts'
import { findCompanies, findCompanyPlace, findService } from './store.ts'

type Params = { companyId: string; serviceId: string; words: string; location: string; category: Category | null }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Data of the form that requests quotes: the company and the service that it was opened for, and further companies to add. Those are of the
 * service, else of the trade, near the place; if there are none, the nearest anywhere.
 */
export async function readQuoteForm(app: App, params: Params): Promise<QuoteFormData> {
  const [own] = uuid.test(params.companyId) ? await findCompanies(app.db, [params.companyId]) : []
  const chosen = own?.takesBookings ? own : undefined
  const found = chosen && uuid.test(params.serviceId) ? await findService(app.db, params.serviceId) : undefined
  const service = found?.companyId === chosen?.id ? found : undefined
  const category = params.category ?? chosen?.category ?? null
  const place = params.location || (chosen ? ((await findCompanyPlace(app.db, chosen.id))?.postcode ?? '') : '')
  const others = await findOthers(app, { words: params.words || (service?.title ?? ''), category, location: place, exceptId: chosen?.id })
  const companies = [...(chosen ? [{ ...chosen, distanceKm: null }] : []), ...others.companies].slice(0, quoteLimits.companies * 2)
  return {
    chosenId: chosen?.id ?? null,
    service: service ? { id: service.id, title: service.title, description: service.description, questions: service.questions } : null,
    category,
    // The form searches further companies with these words later.
    words: params.words || others.words,
    postcode: /\b\d{5}\b/.exec(params.location)?.[0] ?? '',
    companies: companies.map(({ id, companyName, logoUrl, rating, reviews, distanceKm }) => ({
      ...{ id, companyName, logoUrl, rating, reviews, distanceKm },
    })),
    isFar: others.isFar,
  }
}

type About = Pick<Params, 'words' | 'category' | 'location'> & { exceptId: string | undefined }

/** Finds companies by the words near the place, then by the trade, then both anywhere. Returns them with the words that matched. */
async function findOthers(app: App, { exceptId, ...about }: About) {
  const byTrade = { ...about, words: '' }
  for (const radius of [quoteLimits.radiusKm, null]) {
    for (const params of about.words !== '' && exceptId !== undefined ? [about, byTrade] : [about]) {
      if (params.words === '' && params.category === null) continue
      const companies = (await listAround(app, params, radius)).filter(({ id }) => id !== exceptId)
      if (companies.length > 0) return { companies, words: params.words, isFar: radius === null }
    }
  }
  return { companies: [], words: about.words, isFar: false }
}

async function listAround(app: App, { words, category, location }: Omit<About, 'exceptId'>, radius: typeof quoteLimits.radiusKm | null) {
  const { companies } = await searchCompanies(app.db, {
    ...emptyQuery,
    ...{ q: words, category, location, radius, sorting: location ? 'entfernung' : 'relevanz' },
    ...{ limit: quoteLimits.companies * 2, offset: 0, hasFacets: false },
  })
  return companies
}
