/*
 * Session storage of each company's draft, last order attempt, and checkout URL. In this tab only, because the data are personal; other
 * tabs get a copy while they are open (draftSharing.ts). No schema library here: the profile page calls `hasBookingDraft` before the dialog
 * is loaded.
 */

import type { Policy } from '#src/platform/kit/settingOptions.ts'

const parts = ['draft', 'attempt', 'checkout'] as const
type Part = (typeof parts)[number]
const keyOf = (part: Part, companyId: string) => `booking-${part}:${companyId}`

/** True if this tab has a draft for the company that was neither paid nor discarded. False on the server, so call it in an effect. */
export const hasBookingDraft = (companyId: string) => readSaved('draft', companyId) !== null

/** Time that is held for this tab until `until`, an instant. `time` contains service, day and hour. */
export type HeldTime = { time: string; until: string; policy: Policy }

/** Held time of a stored draft; undefined if there is none. */
export function readHeld(companyId: string): HeldTime | undefined {
  const { held } = parseDraft(companyId)
  const { time, until } = Object(held)
  return typeof time === 'string' && Number.isFinite(Date.parse(until)) ? held : undefined
}

/** Description of a stored draft; empty if there is none. */
export function readDescription(companyId: string) {
  const { description } = Object(parseDraft(companyId).draft)
  return typeof description === 'string' ? description : ''
}

/** Stored draft as it is, which may be of an older version of the page or manipulated; an empty object if there is none. */
export function parseDraft(companyId: string) {
  try {
    return Object(JSON.parse(readSaved('draft', companyId) ?? 'null'))
  } catch {
    return {}
  }
}

/** Stored text, or null. */
export const readSaved = (part: Part, companyId: string) => storage()?.getItem(keyOf(part, companyId)) ?? null

/** Stores a text. If storage is full or forbidden, only restoring the draft is lost, never the booking. */
export function keep(part: Part, companyId: string, text: string) {
  try {
    storage()?.setItem(keyOf(part, companyId), text)
  } catch (error) {
    console.warn('Der Entwurf der Buchung konnte nicht zwischengespeichert werden.', error)
  }
}

/** All parts of a company's draft as stored texts. */
export type SavedDraft = Partial<Record<Part, string>>

/** All parts of this tab's draft for the company; undefined if there is none. */
export function savedDraftOf(companyId: string): SavedDraft | undefined {
  const saved = parts.flatMap((part) => {
    const text = readSaved(part, companyId)
    return text === null ? [] : [[part, text]]
  })
  return hasBookingDraft(companyId) ? Object.fromEntries(saved) : undefined
}

/** Stores the parts of a draft of another tab. */
export function saveDraft(companyId: string, saved: SavedDraft) {
  for (const part of parts) if (typeof saved[part] === 'string') keep(part, companyId, saved[part])
}

/** Removes all parts of a company's draft. */
export function discardSavedDraft(companyId: string) {
  for (const part of parts) storage()?.removeItem(keyOf(part, companyId))
}

/**
 * Discards the paid draft: the one whose checkout URL contains the session's id; if there is none, all drafts with a checkout. Returns the
 * ids of their companies.
 */
export function discardPaidDraft(sessionId: string): string[] {
  const prefix = keyOf('checkout', '')
  const left = Object.entries({ ...storage() }).filter(([key]) => key.startsWith(prefix))
  const paid = left.filter(([, url]) => String(url).includes(sessionId))
  const ids = (paid.length > 0 ? paid : left).map(([key]) => key.slice(prefix.length))
  for (const id of ids) discardSavedDraft(id)
  return ids
}

/** Returns undefined if the browser forbids storage: reading the property throws then. */
function storage() {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
