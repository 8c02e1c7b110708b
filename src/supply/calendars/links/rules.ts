import { z } from 'zod'

/** Level of detail in a company's calendar program: the job, or only that the time is taken. */
export const linkShows = ['details', 'busy'] as const
export type LinkShows = (typeof linkShows)[number]

/** Path that calendar programs fetch (docs/spec.md#calendar-link); the token follows. */
export const linkPath = '/kalender/'
/** Rate limit per client address: programs poll every few minutes, and many companies may share one address. */
export const linkRate = { max: 120, windowSeconds: 60 } as const

export const linkRequest = z.object({ companyId: z.uuid(), shows: z.enum(linkShows) })
export const linkResponse = z.object({ url: z.string() })
