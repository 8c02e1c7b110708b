import { createContext } from 'react-router'
import { defaultPayoutSchedule, type OrderLabel, type PayoutWeekday, usualAppointments } from '#src/platform/kit/settingWords.ts'
import type { App } from './app.ts'
import type { Inline } from './contentPolicy.ts'

/** What loaders of public pages read. */
export const appOf = createContext<App>()

/** Hashes of the inline scripts and styles of the rendered page, for its content policy; null for the data of a page. */
export const inlineOf = createContext<Inline | null>(null)

/** Chosen by the viewer and kept in a cookie, so that the first paint has it; otherwise the system decides. */
export const themeIn = (cookies: string) => /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies)?.[1]

/**
 * Sends a call of the page's visitor, through every guard and limit that the visitor's own would meet: for forms that work without scripts.
 * `key` is its idempotency key.
 */
export const sendOf = createContext<(path: string, body: object, key?: string) => Promise<Response>>()

/** The signed-in user, so that the first HTML greets this user: from the same hook that guards the operations. */
export const viewerOf = createContext<{ email: string } | undefined>()

/** The settings that public texts depend on; their defaults while the database does not answer. */
export const settingsOf = createContext<{ orderLabel: OrderLabel; payoutWeekday: PayoutWeekday; answerHours: number }>({
  orderLabel: 'book',
  payoutWeekday: defaultPayoutSchedule.weekday,
  answerHours: usualAppointments.answerHours,
})

/**
 * A page that is the same for every visitor says so, and which parameters of its address it reads: `handle = { keptBy: ['ort'] }`. It is never
 * given others.
 */
export const keptBy = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'keptBy' in handle && Array.isArray(handle.keptBy)
    ? handle.keptBy.map(String)
    : undefined
