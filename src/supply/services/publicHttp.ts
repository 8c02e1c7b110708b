import { z } from 'zod'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { companyProblems } from '#src/supply/companies/rules.ts'
import { taxText } from '#src/supply/companies/tax/texts.ts'
import { offerRate } from './rules.ts'
import { serviceView } from './schemas.ts'
import { findOfferOf } from './store.ts'

export const publicServicesHttp = [
  endpoint({
    name: 'get-company-services',
    isReadOnly: true,
    allows: 'V',
    summary: 'Returns the public services of a listed company that takes bookings, in its order, with the content of its prices.',
    body: z.object({ companyId: z.uuid() }),
    answer: z.object({ services: z.array(serviceView), taxText: z.string(), hasCalendar: z.boolean(), byRequest: z.array(z.string()) }),
    limits: ({ caller }) => [{ name: 'services', key: caller.ip, ...offerRate }],
    run: async (app, { body }) => {
      const offer = await findOfferOf(app.db, { ...body, today: berlinDay(app.now()) })
      if (!offer) throw companyProblems.unknown()
      if (!offer.takesBookings) throw companyProblems.takesNoBookings()
      const { services, taxStatus, hasCalendar } = offer
      // Without a calendar there is no time that could be requested.
      const byRequest = hasCalendar ? services.filter(({ times }) => times.bookingMode === 'request').map(({ id }) => id) : []
      return { services, taxText: taxText(taxStatus), hasCalendar, byRequest }
    },
  }),
] as const
