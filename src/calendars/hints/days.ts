/** A hint says of so many days, half hour by half hour from 6:00 on, whether some service can begin (migrations/0025_search_times.sql). */
export const hintDays = 28
export const halfHours = { perDay: 32, before: 12 } as const

/** Free starts as 'YYYY-MM-DD HH:MM' of a Berlin clock, and of which service; null: the company's first one, if it named any. */
export type FreeStarts = { serviceId: string | null; starts: string[] }
