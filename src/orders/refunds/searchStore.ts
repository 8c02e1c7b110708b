import { type SqlBool, sql } from 'kysely'

/** Condition on `booking` and `company`: name of either side, the customer's address, or the last eight digits of the booking's id. */
export function matchesBooking(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(
    company.company_name ilike ${pattern}
    or booking.customer_name ilike ${pattern}
    or booking.customer_email ilike ${pattern}
    or right(booking.id::text, 8) = lower(${search})
  )`
}
