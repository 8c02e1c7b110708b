import { z } from 'zod'
import { companyProblems } from '#src/companies/rules.ts'
import { endpoint } from '#src/server/calls/endpoint.ts'
import { offerRate, shownService } from './rules.ts'
import { findOfferOf } from './store.ts'
import { taxText } from './words.ts'

export const publicServicesHttp = [
  endpoint({
    name: 'get-company-services',
    allows: 'V',
    summary: 'What a listed company offers publicly, in its order, and what its prices include',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ services: z.array(shownService), taxText: z.string(), hasCalendar: z.boolean(), byRequest: z.array(z.string()) }),
    limits: ({ caller }) => [{ name: 'services', key: caller.ip, ...offerRate }],
    run: async (app, { body }) => {
      const offer = await findOfferOf(app.db, body.companyId)
      if (!offer) throw companyProblems.unknown()
      const { services, isSmallBusiness, hasCalendar } = offer
      // Without a calendar there is no time to ask for.
      const byRequest = hasCalendar ? services.filter(({ times }) => times.bookingMode === 'request').map(({ id }) => id) : []
      return { services, taxText: taxText(isSmallBusiness), hasCalendar, byRequest }
    },
  }),
] as const
