/** Defaults of the browser (docs/spec.md#browser-defaults). Times in milliseconds. */

/** Notifications: time on screen and number shown at once. */
export const notifications = { visibleMs: 4_000, atOnce: 3 } as const

/** Tooltips: the wait before the first one opens, and before the next one right after it. */
export const tooltipDelays = { openMs: 700, skipMs: 300 } as const

/** Times during which data are fresh and unused data are cached, and the retries of a failed read. */
export type QueryPolicy = { freshMs: number; cacheMs: number; retries: number; retryDelayMs: (failures: number) => number }

/** General data of screens behind a sign-in. `failures` counts from 0. */
export const generalReads: QueryPolicy = {
  freshMs: 0,
  cacheMs: 5 * 60_000,
  retries: 3,
  retryDelayMs: (failures) => Math.min(1_000 * 2 ** failures, 30_000),
}

/** The counters of the home page. */
export const statisticsReads: QueryPolicy = {
  freshMs: 30_000,
  cacheMs: 120_000,
  retries: 3,
  retryDelayMs: (failures) => Math.min(1_000 * 2 ** failures, 5_000),
}

/** Number of clicks on the footer's logo within this time that open the administration (docs/spec.md#footer-door). */
export const adminShortcut = { clicks: 3, withinMs: 3_000, path: '/admin' } as const
