import { serialize } from 'hono/utils/cookie'
import type { App } from '../app.ts'
import { readRecentSettings } from '../settings.ts'

/** On https cookies carry the `__Host-` prefix and Secure; on http (development only) browsers would drop such cookies. */
const isSecure = (app: App) => app.config.publicUrl.startsWith('https://')
const nameOf = (app: App, name: string) => (isSecure(app) ? `__Host-${name}` : name)

/** The value of our cookie in a Cookie header; undefined unless it is a random value as `newSecret` makes them. */
export function readCookie(app: App, header: string | null | undefined, name: string) {
  const start = `${nameOf(app, name)}=`
  const found = header
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(start))
    ?.slice(start.length)
  return found && /^[\w-]{43}$/.test(found) ? found : undefined
}

/**
 * A Set-Cookie line: HttpOnly, SameSite=Lax. With `isEmbeddable`, on https, and when the setting lists origins that may embed us, the
 * cookie also works inside their frames (docs/spec.md#embedded-frame). An empty value deletes.
 */
export async function cookieLine(app: App, cookie: { name: string; value: string; maxAgeSeconds: number; isEmbeddable?: boolean }) {
  const isFramed = cookie.isEmbeddable === true && isSecure(app) && (await readRecentSettings(app)).embeddingOrigins.length > 0
  return serialize(nameOf(app, cookie.name), cookie.value, {
    httpOnly: true,
    path: '/',
    maxAge: cookie.value === '' ? 0 : cookie.maxAgeSeconds,
    secure: isSecure(app),
    ...(isFramed ? { sameSite: 'None' as const, partitioned: true } : { sameSite: 'Lax' as const }),
  })
}
