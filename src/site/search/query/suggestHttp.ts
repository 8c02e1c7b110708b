import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { serviceView } from '#src/supply/services/schemas.ts'
import { suggestPlaces } from '../places/store.ts'
import { searchLimits, suggestionLimits } from './rules.ts'
import { suggestIntents } from './suggestActions.ts'

const body = z.object({ typed: z.string().trim().max(searchLimits.maxQueryLength) })

/** One call for each pause in typing: more frequent than searches. */
const perMinute = (ip: string) => [{ name: 'suggest', key: ip, max: suggestionLimits.perMinute, windowSeconds: 60, isLoose: true as const }]

export const suggestHttp = [
  endpoint({
    name: 'suggest-words',
    allows: 'V',
    isCached: true,
    summary: 'Returns at most 8 suggestions for the beginning of a search: categories, services, trades, words, companies.',
    body,
    answer: z.array(
      z.object({
        label: z.string(),
        kind: z.enum(['service', 'trade', 'word', 'category', 'company']),
        phrase: z.string().nullish().describe('The way to say the service or trade that matched, unless it is its name'),
        companies: z.number().optional().describe('Of a service that somebody offers: how many companies do'),
        cheapest: serviceView
          .pick({ priceKind: true, priceCents: true, unit: true })
          .nullish()
          .describe('The lowest price of most of them'),
      }),
    ),
    limits: ({ caller }) => perMinute(caller.ip),
    run: async (app, { body: { typed } }) => (typed.length < suggestionLimits.fewestLetters ? [] : suggestIntents(app, typed)),
  }),
  endpoint({
    name: 'suggest-places',
    allows: 'V',
    isCached: true,
    summary: 'Returns at most 8 suggestions for the beginning of a place or postcode.',
    body,
    answer: z.array(z.object({ label: z.string(), value: z.string() })),
    limits: ({ caller }) => perMinute(caller.ip),
    run: async (app, { body: { typed } }) => (typed.length < suggestionLimits.fewestLetters ? [] : suggestPlaces(app.db, typed)),
  }),
] as const
