import type { BrowserContext } from '@playwright/test'
import { storedInBrowser } from '../src/foundation/legal/storage.ts'

/** Entries of the privacy page, as 'kind name'. */
export const listed = storedInBrowser.map(({ kind, name }) => `${kind} ${name}`)

/** The listed name for a stored key; an unlisted key is returned unchanged. */
export const asListed = (kept: string) =>
  listed.find((one) => (one.endsWith('*') ? kept.startsWith(one.slice(0, -1)) : kept === one)) ?? kept

/**
 * Records everything that pages of this browser write into web storage. The returned function gives the written keys and the current
 * cookies.
 */
export async function watchStorage(context: BrowserContext) {
  const written = new Set<string>()
  context.on('console', (line) => {
    const name = /^kept: (.+)$/.exec(line.text())?.[1]
    if (line.type() === 'debug' && name) written.add(name)
  })
  await context.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      setItem.call(this, name, value)
      console.debug(`kept: ${this === globalThis.localStorage ? 'localStorage' : 'sessionStorage'} ${name}`)
    }
    // Writes of a document while it unloads are reported by the next one.
    if (location.origin === 'null') return
    for (const kind of ['localStorage', 'sessionStorage'] as const)
      for (const name of Object.keys(globalThis[kind])) console.debug(`kept: ${kind} ${name}`)
  })
  return async () => {
    const cookies = (await context.cookies()).map(({ name }) => `cookie ${name.replace(/^__Host-/, '')}`)
    for (const one of cookies) written.add(one)
    return [...new Set([...written].map(asListed))].sort()
  }
}
