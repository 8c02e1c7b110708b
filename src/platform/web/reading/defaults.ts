/** What the browser does unless a screen says otherwise (docs/spec.md#browser-defaults). Times in milliseconds. */

/** Notifications: how long they stay and how many are seen at once. */
export const notifications = { visibleMs: 4_000, atOnce: 3 } as const

/** Tooltips: the wait before the first one opens, and before the next one right after it. */
export const tooltipDelays = { openMs: 700, skipMs: 300 } as const

/** How long read data counts as fresh, how long unused data is kept, and how a failed read is repeated. */
export type ReadRules = { freshMs: number; keptMs: number; retries: number; retryDelayMs: (failures: number) => number }

/** General data of screens behind a sign-in. `failures` counts from 0. */
export const generalReads: ReadRules = {
  freshMs: 0,
  keptMs: 5 * 60_000,
  retries: 3,
  retryDelayMs: (failures) => Math.min(1_000 * 2 ** failures, 30_000),
}

/** The counters of the home page. */
export const statisticsReads: ReadRules = {
  freshMs: 30_000,
  keptMs: 120_000,
  retries: 3,
  retryDelayMs: (failures) => Math.min(1_000 * 2 ** failures, 5_000),
}

/** So many clicks on the footer's logo within this time open the administration (docs/spec.md#footer-door). */
export const footerDoor = { clicks: 3, withinMs: 3_000, path: '/admin' } as const
