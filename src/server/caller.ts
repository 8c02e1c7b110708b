import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { App } from './app.ts'
import type { Caller } from './endpoint.ts'

/** What travels with a request: its id, the nonce of its answer, the pattern of its route (never its path), the connection. */
type Variables = { secureHeadersNonce?: string; requestId: string; route: string }
export type HttpEnv = { Variables: Variables; Bindings: { incoming?: { socket: { remoteAddress?: string } } } }

/** On https cookies carry the `__Host-` prefix and Secure; on http (development only) browsers would drop such a one. */
const cookieName = (app: App) => (app.config.publicUrl.startsWith('https://') ? '__Host-caller' : 'caller')

/**
 * Who is calling: a random cookie, given at the first unsafe call, stands for the browser; only its hash is kept. Uploads and replayed
 * answers are bound to it.
 */
export function callerOf(app: App, c: Context<HttpEnv>): Caller {
  const name = cookieName(app)
  const known = getCookie(c, name)
  const id = known && /^[\w-]{43}$/.test(known) ? known : app.random(32).toString('base64url')
  if (id !== known) {
    const secure = name.startsWith('__Host-')
    setCookie(c, name, id, { httpOnly: true, sameSite: 'Lax', secure, path: '/', maxAge: 30 * 86_400 })
  }
  return { hash: createHash('sha256').update(id).digest('base64url'), ip: clientIp(app, c), requestId: c.get('requestId') }
}

/** The client's address: the connection's, or, behind trusted proxies only, the last one they did not add themselves. */
function clientIp(app: App, c: Context<HttpEnv>) {
  const direct = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1'
  const trusted = trustedList(app)
  if (!isTrusted(trusted, direct)) return direct
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const client = forwarded.reverse().find((one) => isIP(one) && !isTrusted(trusted, one))
  return client ?? direct
}

function trustedList(app: App) {
  const list = new BlockList()
  for (const entry of app.config.TRUSTED_PROXIES) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits) list.addSubnet(address, Number(bits), family)
    else list.addAddress(address, family)
  }
  return list
}

const isTrusted = (list: BlockList, address: string) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whether an unsafe request comes from our own pages (decisions 6). Browsers always name the origin of such a request; a program that
 * names none carries no cookie of somebody else.
 */
export function originIsOurs(app: App, headers: Headers) {
  const origin = headers.get('origin')
  if (origin === null) return !['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
  if (origin === new URL(app.config.publicUrl).origin) return true
  // In development the same server is reached as localhost and as 127.0.0.1.
  return !app.config.isProduction && origin === `http://${headers.get('host')}`
}
