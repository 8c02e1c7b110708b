import type { Database } from '#src/platform/server/db.ts'
import { nextStarts } from '#src/supply/calendars/availability/actions.ts'
import { holdIndex } from '#src/supply/services/understanding/actions.ts'
import { hasIntent, nameIntent } from './intent.ts'
import { matchCompanies, type PageQuery } from './matchActions.ts'
import { correctionsOf, distinctiveWords, offerReason, reasonsOf, respell } from './reasons.ts'
import type { FoundPlace, SearchResponse } from './rules.ts'

/**
 * Finds one page of the listed companies that match the words, the place and the filters: best text match first, then by quality and
 * distance, never by plan (docs/spec.md#premium); with `now` and `hasStarts` with their next free times. `known`: the typed place, if it
 * was looked up already.
 */
export async function searchCompanies(db: Database, query: PageQuery, known?: FoundPlace | null): Promise<SearchResponse> {
  const { cards: found, calendars, meanings, understood, near, starts, ...answer } = await matchCompanies(db, query, known)
  // Without an intent the catalogue is not read, so that a process shows its first pages before it has loaded it.
  const index = hasIntent(understood) ? await holdIndex({ db }) : undefined
  const timesOf = found.map(({ id, offer }) => ({ companyId: id, serviceId: offer?.offered?.id ?? null }))
  const free = starts && nextStarts(calendars, timesOf, starts)
  const companies = found.map(({ points, offer, hasCalendar, ...card }) => {
    // The first meaning of an understood query is its intent.
    const offered = index && offer ? offerReason(offer, index) : undefined
    const reasons = offered ? [offered, ...reasonsOf(meanings.slice(1), points.slice(1))] : reasonsOf(meanings, points)
    return { ...card, reasons, offered: offer?.offered ?? null, free: hasCalendar ? (free?.get(card.id) ?? null) : null }
  })
  const corrections = [...correctionsOf(meanings, query.q), ...understood.corrections.map((one) => respell(one, query.q))]
  return { ...answer, companies, corrections, need: index ? nameIntent(understood, near, index) : null, words: distinctiveWords(query.q) }
}
