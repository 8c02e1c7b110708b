import { z } from 'zod'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { shownService } from '#src/supply/services/schemas.ts'
import { suggestPlaces } from '../places/store.ts'
import { searchLimits, suggestionLimits } from './rules.ts'
import { suggestNeeds } from './suggestActions.ts'

const body = z.object({ typed: z.string().trim().max(searchLimits.maxQueryLength) })

/** One call for each pause in typing: more frequent than searches. */
const perMinute = (ip: string) => [{ name: 'suggest', key: ip, max: suggestionLimits.perMinute, windowSeconds: 60, isLoose: true as const }]

export const suggestHttp = [
  endpoint({
    name: 'suggest-words',
    allows: 'V',
    isKept: true,
    summary: 'What may be meant by the beginning of a search: categories, services, trades, words, companies; at most 8',
    body,
    answer: z.array(
      z.object({
        label: z.string(),
        kind: z.enum(['service', 'trade', 'word', 'category', 'company']),
        phrase: z.string().nullish().describe('The way to say the service or trade that matched, unless it is its name'),
        companies: z.number().optional().describe('Of a service that somebody offers: how many companies do'),
        cheapest: shownService
          .pick({ priceKind: true, priceCents: true, unit: true })
          .nullish()
          .describe('The lowest price of most of them'),
      }),
    ),
    limits: ({ caller }) => perMinute(caller.ip),
    run: async (app, { body: { typed } }) => (typed.length < suggestionLimits.fewestLetters ? [] : suggestNeeds(app, typed)),
  }),
  endpoint({
    name: 'suggest-places',
    allows: 'V',
    isKept: true,
    summary: 'What may be meant by the beginning of a place or a postcode; at most 8',
    body,
    answer: z.array(z.object({ label: z.string(), value: z.string() })),
    limits: ({ caller }) => perMinute(caller.ip),
    run: async (app, { body: { typed } }) => (typed.length < suggestionLimits.fewestLetters ? [] : suggestPlaces(app.db, typed)),
  }),
] as const
