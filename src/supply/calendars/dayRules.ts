import { z } from 'zod'

/**
 * Calendar day on the wire, YYYY-MM-DD, of a year from 1900 to 2999. PostgreSQL has no year 0, and day arithmetic at the edges of
 * four-digit years would leave the format.
 */
export const daySchema = z.iso.date().refine((day) => day >= '1900-01-01' && day < '3000-01-01', 'Ungültiges Datum')
