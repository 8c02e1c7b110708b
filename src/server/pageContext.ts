import { createContext } from 'react-router'
import { defaultPayoutSchedule, type OrderLabel, type PayoutWeekday } from '#src/kit/settingWords.ts'
import type { App } from './app.ts'

/** What loaders of public pages read: the app and this response's nonce for inline scripts and styles. */
export const appOf = createContext<App>()
export const nonceOf = createContext<string | undefined>()

/** The signed-in user, so that the first HTML greets this user: from the same hook that guards the operations. */
export const viewerOf = createContext<{ email: string } | undefined>()

/** The settings that public texts depend on; their defaults while the database does not answer. */
export const settingsOf = createContext<{ orderLabel: OrderLabel; payoutWeekday: PayoutWeekday }>({
  orderLabel: 'book',
  payoutWeekday: defaultPayoutSchedule.weekday,
})
