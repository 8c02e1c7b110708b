import type { Store } from './store.ts'
import type { Platform, Settings } from './tables.ts'

export function readSettings(store: Store): Settings {
  return store.get('settings', 'settings') ?? { clockOffset: 0, signWith: 'wall' }
}

export function changeSettings(store: Store, change: Partial<Settings>) {
  store.put('settings', 'settings', { ...readSettings(store), ...change })
}

/** What Stripe thinks of the platform; all is well unless a test said otherwise. */
export const readPlatform = (store: Store): Platform =>
  readSettings(store).platform ?? { isKeyRolled: false, lacks: [], transfersAlone: true }
