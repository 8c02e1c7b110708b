import { z } from 'zod'

/**
 * A calendar day on the wire, YYYY-MM-DD, of a year from 1900 to 2999. The database counts no year 0, and a day before or after the edges of
 * four digits is none.
 */
export const daySchema = z.iso.date().refine((day) => day >= '1900-01-01' && day < '3000-01-01', 'Ungültiges Datum')
