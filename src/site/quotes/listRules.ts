import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'
import { customerQuote, quoteLimits } from './rules.ts'
import { quoteRequestStatuses } from './states.ts'

/** Request in the list of its customer's account. */
export const customerQuoteRequest = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(quoteRequestStatuses),
  createdAt: z.date(),
  /** Number of companies asked, and of their valid quotes. */
  asked: z.number().int(),
  offers: z.number().int(),
})
export type CustomerQuoteRequest = Wire<z.infer<typeof customerQuoteRequest>>

/** Number of requests that the account lists, newest first. */
export const customerQuoteRequests = 20

/** Request for times that a company may propose: free in its calendar for this many minutes. */
export const timesQuestion = customerQuote.extend({ minutes: z.int().min(quoteLimits.minutes.min).max(quoteLimits.minutes.max) })
export const offeredTimes = z.object({ slots: z.array(z.object({ date: z.string(), time: z.string() })) })
