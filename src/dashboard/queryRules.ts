import { z } from 'zod'
import { invalidInput } from '#src/kit/problems.ts'
import { type BookingFilter, bookingFilter } from './bookingRules.ts'

/** The filter that an address names; what is empty there filters nothing. PostgreSQL keeps no NUL in a text. Throws invalidInput. */
export function readFilter(query: URLSearchParams): BookingFilter {
  const given = Object.fromEntries(
    [...query].map(([name, value]) => [name, value.replaceAll('\0', '')]).filter(([, value]) => value !== ''),
  )
  const parsed = bookingFilter.safeParse(given)
  if (parsed.success) return parsed.data
  throw invalidInput(Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), [issue.message]])))
}

/** An id of the query; one that is no uuid matches nothing, as an unknown one does. */
export const readId = (query: URLSearchParams, name: string) => z.uuid().catch(noId).parse(query.get(name))
const noId = '00000000-0000-0000-0000-000000000000'
