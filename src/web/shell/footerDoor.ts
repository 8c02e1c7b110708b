import { footerDoor } from '../reading/defaults.ts'

/** Adds a click to those that still count: the ones within the window that ends with it. Moments in milliseconds. */
export const clicksInWindow = (clicks: readonly number[], now: number) => [...clicks, now].filter((at) => now - at < footerDoor.withinMs)

/** Whether these clicks open the door. */
export const doorOpens = (clicks: readonly number[]) => clicks.length >= footerDoor.clicks
