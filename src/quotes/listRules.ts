import { z } from 'zod'
import type { Wire } from '#src/kit/wire.ts'
import { ownQuote, quoteLimits } from './rules.ts'
import { quoteRequestStatuses } from './states.ts'

/** A request in the list of its customer's account. */
export const ownQuoteRequest = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(quoteRequestStatuses),
  createdAt: z.date(),
  /** How many companies were asked, and how many of their offers stand. */
  asked: z.number().int(),
  offers: z.number().int(),
})
export type OwnQuoteRequest = Wire<z.infer<typeof ownQuoteRequest>>

/** How many requests the account lists, the newest first. */
export const ownQuoteRequests = 20

/** Times that a company may offer: free in its calendar for so many minutes. */
export const timesQuestion = ownQuote.extend({ minutes: z.int().min(quoteLimits.minutes.min).max(quoteLimits.minutes.max) })
export const offeredTimes = z.object({ slots: z.array(z.object({ date: z.string(), time: z.string() })) })
