import { footerDoor } from '../reading/defaults.ts'

/** Adds a click and drops those outside the time window that ends with it. Moments in milliseconds. */
export const clicksInWindow = (clicks: readonly number[], now: number) => [...clicks, now].filter((at) => now - at < footerDoor.withinMs)

/** Whether these clicks open the door. */
export const doorOpens = (clicks: readonly number[]) => clicks.length >= footerDoor.clicks
