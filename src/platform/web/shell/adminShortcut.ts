import { adminShortcut } from '../queries/defaults.ts'

/** Adds a click and drops those outside the time window that ends with it. Moments in milliseconds. */
export const clicksInWindow = (clicks: readonly number[], now: number) => [...clicks, now].filter((at) => now - at < adminShortcut.withinMs)

/** Returns true if these clicks open the administration. */
export const opensAdmin = (clicks: readonly number[]) => clicks.length >= adminShortcut.clicks
