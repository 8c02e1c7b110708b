import type { App } from '../app.ts'
import { readRecentSettings } from '../settings.ts'

/** On https cookies carry the `__Host-` prefix and Secure; on http (development only) browsers would drop such cookies. */
const isSecure = (app: App) => app.config.publicUrl.startsWith('https://')
const nameOf = (app: App, name: string) => (isSecure(app) ? `__Host-${name}` : name)

/** Returns the value of our cookie in a Cookie header; undefined unless it is a random value of `newToken`. */
export function readCookie(app: App, header: string | null | undefined, name: string) {
  const start = `${nameOf(app, name)}=`
  const found = header
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(start))
    ?.slice(start.length)
  return found && /^[\w-]{43}$/.test(found) ? found : undefined
}

type Cookie = { name: string; value: string; maxAgeSeconds: number }

/**
 * Returns a Set-Cookie line: HttpOnly, SameSite=Lax. An empty value deletes the cookie. Values come from `newToken`, so they need no
 * escaping.
 */
export function cookieLine(app: App, cookie: Cookie, sameSite = 'SameSite=Lax') {
  const maxAge = cookie.value === '' ? 0 : cookie.maxAgeSeconds
  return `${nameOf(app, cookie.name)}=${cookie.value}; Max-Age=${maxAge}; Path=/; HttpOnly; ${isSecure(app) ? 'Secure; ' : ''}${sameSite}`
}

/**
 * Like `cookieLine`; on https, and if the setting lists origins that may embed us, the cookie also works inside their frames
 * (docs/spec.md#embedded-frame).
 */
export async function framedCookieLine(app: App, cookie: Cookie) {
  const isFramed = isSecure(app) && (await readRecentSettings(app)).embeddingOrigins.length > 0
  return cookieLine(app, cookie, isFramed ? 'SameSite=None; Partitioned' : 'SameSite=Lax')
}
