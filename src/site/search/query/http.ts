import { z } from 'zod'
import { centsOf } from '#src/platform/kit/money.ts'
import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { dayParts } from '#src/supply/calendars/dayParts.ts'
import { categories, parseCategory } from '#src/supply/companies/rules.ts'
import { serviceView } from '#src/supply/services/schemas.ts'
import { parseDay } from '../free/rules.ts'
import { readReviews } from '../profile/reviewStore.ts'
import { searchCompanies } from './actions.ts'
import { defaultRadius, radii, searchLimits, sortings } from './rules.ts'
import { countPublicStatistics, listCompanies } from './store.ts'

const card = z.object({
  id: z.string(),
  companyName: z.string(),
  category: z.enum(categories),
  description: z.string(),
  location: z.string(),
  logoUrl: z.string().nullable(),
  galleryImages: z.array(z.string()),
  hourlyRateCents: z.number().nullable(),
  premium: z.boolean(),
  verified: z.boolean(),
  rating: z.number().nullable(),
  reviews: z.number(),
})
const { id, title, priceKind, priceCents, unit, minutes } = serviceView.shape
const foundService = { id, title, priceKind, priceCents, unit, minutes }
const foundCard = card.extend({
  distanceKm: z.number().nullable(),
  point: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  reasons: z.array(
    z.object({ word: z.string(), kind: z.enum(['service', 'trade', 'offered', 'mentioned', 'part']), corrected: z.string().nullable() }),
  ),
  offered: z.object(foundService).nullable(),
  free: z
    .object({ mark: z.string().describe("The end of its service's id; empty where it names no service"), starts: z.array(z.string()) })
    .nullable(),
})
const text = z.string().max(searchLimits.maxQueryLength).nullish()

/** 120 searches a minute (docs/spec.md#limits), by call or by page. */
export const perMinute = (ip: string) => [
  { name: 'search', key: ip, max: searchLimits.perMinute, windowSeconds: 60, isLoose: true as const },
]

export const searchHttp = [
  endpoint({
    name: 'get_homepage_stats',
    kind: 'procedure',
    allows: 'V',
    isCached: true,
    summary: 'Returns the three public counters as one row.',
    body: z.object({}),
    answer: z.array(z.object({ companies: z.number(), bookings: z.number(), reviews: z.number() })),
    run: async (app) => {
      const counted = await countPublicStatistics(app.db)
      return counted ? [counted] : []
    },
  }),
  endpoint({
    name: 'search_companies_safe',
    kind: 'procedure',
    allows: 'V',
    isCached: true,
    summary: 'Returns listed companies by words, place and category; x-total-count has the total, 1001 if there are more than 1,000.',
    body: z.object({
      search_term: text,
      category_filter: text,
      location_filter: text,
      service_filter: text.describe('Id of a service of the catalogue: only who offers it'),
      radius_km: z
        .union(radii.map((one) => z.literal(one)))
        .nullish()
        .describe('Kilometres from the place; null means the whole country, 25 when it is left out'),
      min_rating: z.number().min(1).max(5).optional(),
      max_rate: z.number().min(0).max(100_000).optional().describe('Euros an hour; in all for a service that was meant'),
      only_verified: z.boolean().optional(),
      free_day: z.string().max(10).optional().describe("'heute', 'morgen' or a day: only who has a free time then"),
      free_part: z.enum(dayParts).optional(),
      also_on_request: z.boolean().optional().describe('With them those who have no calendar'),
      sort: z.enum(sortings).optional(),
      limit: z.number().int().min(1).max(searchLimits.maxPageSize).optional(),
      offset: z.number().int().min(0).max(1_000_000).optional(),
    }),
    answer: z.array(foundCard),
    limits: ({ caller }) => perMinute(caller.ip),
    run: async (app, { body, reply }) => {
      const { total, companies } = await searchCompanies(app.db, {
        q: (body.search_term ?? '').trim(),
        location: (body.location_filter ?? '').trim(),
        category: parseCategory(body.category_filter) ?? null,
        service: body.service_filter?.trim() || null,
        notMeant: [],
        radius: body.radius_km === undefined ? defaultRadius : body.radius_km,
        minRating: body.min_rating ?? null,
        maxRateCents: body.max_rate === undefined ? null : centsOf(body.max_rate),
        onlyVerified: body.only_verified ?? false,
        when: { day: parseDay(body.free_day ?? '') ?? null, part: body.free_part ?? null },
        alsoOnRequest: body.also_on_request ?? false,
        sorting: body.sort ?? 'relevanz',
        limit: body.limit ?? searchLimits.pageSize,
        offset: body.offset ?? 0,
        now: app.now(),
        hasStarts: true,
        hasFacets: false,
      })
      reply.push(['x-total-count', String(total)])
      return companies
    },
  }),
  endpoint({
    name: 'get_public_companies_simple',
    kind: 'procedure',
    allows: 'V',
    isCached: true,
    summary: 'Returns all listed companies, at most 1,000.',
    body: z.object({}),
    answer: z.array(card),
    limits: ({ caller }) => perMinute(caller.ip),
    run: (app) => listCompanies(app.db),
  }),
  endpoint({
    name: 'get_public_reviews',
    kind: 'procedure',
    allows: 'V',
    isCached: true,
    summary: "Returns a company's published reviews, newest first; x-total-count has the total.",
    body: z.object({
      company_id_param: z.uuid(),
      limit: z.number().int().min(1).max(searchLimits.maxPageSize).optional(),
      offset: z.number().int().min(0).max(1_000_000).optional(),
    }),
    answer: z.array(
      z.object({
        id: z.string(),
        customerName: z.string(),
        rating: z.number(),
        comment: z.string(),
        createdAt: z.string(),
        isFromBooking: z.boolean(),
        companyReply: z.string().nullable(),
        service: z.string().nullable(),
      }),
    ),
    limits: ({ caller }) => perMinute(caller.ip),
    run: async (app, { body, reply }) => {
      const part = { companyId: body.company_id_param, limit: body.limit ?? searchLimits.maxPageSize, offset: body.offset ?? 0 }
      const { rows, summary } = await readReviews(app.db, part)
      reply.push(['x-total-count', String(summary.total)])
      return rows
    },
  }),
] as const
