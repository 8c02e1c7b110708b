import type { Store } from './store.ts'
import type { Platform, Settings } from './tables.ts'

export function readSettings(store: Store): Settings {
  return store.get('settings', 'settings') ?? { clockOffset: 0, signWith: 'wall' }
}

export function changeSettings(store: Store, change: Partial<Settings>) {
  store.put('settings', 'settings', { ...readSettings(store), ...change })
}

/** State of the platform at Stripe; healthy unless a test changed it. */
export const readPlatform = (store: Store): Platform =>
  readSettings(store).platform ?? { isKeyRolled: false, lacks: [], transfersAlone: true }
