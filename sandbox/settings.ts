import type { Store } from './store.ts'
import type { Settings } from './tables.ts'

export function readSettings(store: Store): Settings {
  return store.get('settings', 'settings') ?? { clockOffset: 0, signWith: 'wall' }
}

export function changeSettings(store: Store, change: Partial<Settings>) {
  store.put('settings', 'settings', { ...readSettings(store), ...change })
}
