/** A hint says of so many days, half hour by half hour from 6:00 on, whether some service can begin (migrations/0025_search_times.sql). */
export const hintDays = 28
export const halfHours = { perDay: 32, before: 12 } as const

/** Free starts as 'YYYY-MM-DD HH:MM' of a Berlin clock, and the mark of their service (src/services/marks.ts); '' where none is named. */
export type FreeStarts = { mark: string; starts: string[] }
