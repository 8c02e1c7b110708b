/*
 * Kept when the user leaves the page: the draft of each company's booking, its last order attempt, and the URL of its checkout. In this tab
 * only, because the data are personal. No schema library here: the profile page calls `hasBookingDraft` before the dialog is loaded.
 */

import type { Policy } from '#src/kit/settingWords.ts'

type Part = 'draft' | 'attempt' | 'checkout'
const keyOf = (part: Part, companyId: string) => `booking-${part}:${companyId}`

/** Whether somebody in this tab began a booking with the company and neither paid nor discarded it. False on the server: ask in an effect. */
export const hasBookingDraft = (companyId: string) => readKept('draft', companyId) !== null

/** A time that is held for the tab until `until`, an instant. `time` names the service, the day and the hour. */
export type HeldTime = { time: string; until: string; policy: Policy }

/** The held time of a stored draft, if it names one. */
export function readHeld(companyId: string): HeldTime | undefined {
  try {
    const { held } = Object(JSON.parse(readKept('draft', companyId) ?? 'null'))
    const { time, until } = Object(held)
    return typeof time === 'string' && Number.isFinite(Date.parse(until)) ? held : undefined
  } catch {
    return undefined
  }
}

/** The description of a stored draft; else empty. */
export function readDescription(companyId: string) {
  try {
    const { draft } = Object(JSON.parse(readKept('draft', companyId) ?? 'null'))
    const { description } = Object(draft)
    return typeof description === 'string' ? description : ''
  } catch {
    return ''
  }
}

/** Where the draft lies: a page that offers to go on with it names it to LateStart. */
export const draftKey = (companyId: string) => keyOf('draft', companyId)

/** The kept text as it was written, or null. */
export const readKept = (part: Part, companyId: string) => storage()?.getItem(keyOf(part, companyId)) ?? null

/** Keeps a text. A full or forbidden storage loses the comfort of coming back, never the booking. */
export function keep(part: Part, companyId: string, text: string) {
  try {
    storage()?.setItem(keyOf(part, companyId), text)
  } catch (error) {
    console.warn('Der Entwurf der Buchung konnte nicht zwischengespeichert werden.', error)
  }
}

/** Forgets all parts of a company's draft. */
export function discardKeptDraft(companyId: string) {
  for (const part of ['draft', 'attempt', 'checkout'] as const) storage()?.removeItem(keyOf(part, companyId))
}

/** Discards the paid draft: the one whose checkout URL contains the session's id. If no URL does: all drafts that went to a checkout. */
export function discardPaidDraft(sessionId: string) {
  const prefix = keyOf('checkout', '')
  const left = Object.entries({ ...storage() }).filter(([key]) => key.startsWith(prefix))
  const paid = left.filter(([, url]) => String(url).includes(sessionId))
  for (const [key] of paid.length > 0 ? paid : left) discardKeptDraft(key.slice(prefix.length))
}

/** Reading the property itself throws where a browser forbids storage. */
function storage() {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
