/**
 * Size of the availability index: days from today, and half hours per day from 6:00 on, each telling if a service can begin
 * (migrations/0025_search_times.sql).
 */
export const indexedDays = 28
export const halfHours = { perDay: 32, before: 12 } as const

/** Free starts as 'YYYY-MM-DD HH:MM' in Berlin, and the suffix of their service in URLs (src/supply/services/idSuffix.ts); '' without a service. */
export type FreeStarts = { mark: string; starts: string[] }
