import type { App } from '#src/platform/server/app.ts'
import { isEmpty } from './isEmpty.ts'

export { drawnStorage } from './drawnStorage.ts'

/**
 * Fills an empty database with the demo. 'living': a year of bookings and payments; needs the sandbox as PSP. Otherwise, or when 'small' is
 * requested: companies and reviews alone. Does nothing if there are companies or the demo was ever loaded. If killed half-way, it starts
 * again at the next start: all rows are in one transaction, and the sandbox's state is imported before it commits. Returns whether anything
 * was loaded.
 */
export async function loadDemo(app: App, size: 'small' | 'living') {
  if (!(await isEmpty(app.db))) return false
  // A server that starts again needs nothing of it.
  const { fillDemo } = await import('./fillDemo.ts')
  return fillDemo(app, size)
}
