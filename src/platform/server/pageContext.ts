import { createContext } from 'react-router'
import {
  defaultPayoutSchedule,
  type MethodSettings,
  type OrderLabel,
  type PayoutWeekday,
  usualAppointments,
  usualMethodSettings,
} from '#src/platform/kit/settingOptions.ts'
import type { App } from './app.ts'
import type { Inline } from './contentPolicy.ts'

/** App for loaders of public pages. */
export const appOf = createContext<App>()

/** Hashes of the inline scripts and styles of the rendered page, for its content policy; null for the data of a page. */
export const inlineOf = createContext<Inline | null>(null)

/** True if the data of the page could not be read because the database is down. */
export const isOutageOf = createContext(false)

/** Chosen by the viewer and stored in a cookie, so that the first paint has it; otherwise the system decides. */
export const themeIn = (cookies: string) => /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies)?.[1]

/**
 * Sends a call as the page's visitor, through every guard and limit of that visitor: for forms that work without scripts. `key` is its
 * idempotency key.
 */
export const sendOf = createContext<(path: string, body: object, key?: string) => Promise<Response>>()

/** Signed-in user, so that the first HTML greets this user: from the same hook that guards the operations. */
export const viewerOf = createContext<{ email: string } | undefined>()

/** Settings that public texts depend on; their defaults while the database is down. */
export const settingsOf = createContext<{
  orderLabel: OrderLabel
  payoutWeekday: PayoutWeekday
  answerHours: number
  methods: MethodSettings
  creditor: string
}>({
  orderLabel: 'book',
  payoutWeekday: defaultPayoutSchedule.weekday,
  answerHours: usualAppointments.answerHours,
  methods: usualMethodSettings,
  creditor: '',
})

/**
 * Parameters that a page reads, declared by pages that are the same for every visitor: `handle = { cachedParams: ['ort'] }`. They never get
 * others.
 */
export const cachedParams = (handle: unknown) =>
  typeof handle === 'object' && handle !== null && 'cachedParams' in handle && Array.isArray(handle.cachedParams)
    ? handle.cachedParams.map(String)
    : undefined
