import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { suggestionLimits } from '../query/rules.ts'
import { findReach } from './distanceStore.ts'

export const placesHttp = [
  endpoint({
    name: 'get-company-reach',
    isReadOnly: true,
    allows: 'V',
    summary: "Returns the distance of a postcode from a listed company and the company's range; null if unknown.",
    body: z.object({ companyId: z.uuid(), postcode: z.string().regex(/^\d{5}$/, 'Postleitzahl muss 5 Ziffern haben') }),
    answer: z.object({ distanceKm: z.number().nullable(), radiusKm: z.number().nullable() }),
    limits: ({ caller }) => [{ name: 'reach', key: caller.ip, max: suggestionLimits.perMinute, windowSeconds: 60, isLoose: true as const }],
    run: (app, { body }) => findReach(app.db, body),
  }),
] as const
