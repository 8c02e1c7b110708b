import { z } from 'zod'

/** What a company's calendar program shows of an appointment: the job, or only that the time is taken. */
export const linkShows = ['details', 'busy'] as const
export type LinkShows = (typeof linkShows)[number]

/** Where calendar programs read (docs/spec.md#calendar-link); the secret follows. */
export const linkPath = '/kalender/'
/** Programs ask every few minutes, and many companies may sit behind one address. */
export const linkRate = { max: 120, windowSeconds: 60 } as const

export const linkRequest = z.object({ companyId: z.uuid(), shows: z.enum(linkShows) })
export const linkAnswer = z.object({ url: z.string() })
