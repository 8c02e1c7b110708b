import { createHash } from 'node:crypto'
import { type BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { App } from '../app.ts'
import type { Caller } from './endpoint.ts'

/** What travels with a request: its id, the nonce of its answer, the pattern of its route (never its path), what a refusal adds. */
type Variables = { secureHeadersNonce?: string; requestId: string; route: string; refusal?: Record<string, false> }
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

/**
 * The client's address: the connection's, or, behind trusted proxies only, the last one of X-Forwarded-For that is not theirs. One IPv6
 * customer has a whole /64, so only that part counts.
 */
export function clientIp(app: App, c: Context<HttpEnv>) {
  const direct = plainAddress(c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1') ?? '127.0.0.1'
  const proxies = app.config.TRUSTED_PROXIES
  if (!isTrusted(proxies, direct)) return networkOf(direct)
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').reverse()
  for (const hop of hops) {
    const address = plainAddress(hop.trim())
    // What a proxy of ours cannot have written was made up by the client.
    if (!address) break
    if (!isTrusted(proxies, address)) return networkOf(address)
  }
  return networkOf(direct)
}

/** An address without port, brackets or the mapping of IPv4 into IPv6; undefined when it is none. */
function plainAddress(text: string) {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text)?.[1] ?? text
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address : undefined
}

function networkOf(address: string) {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail === '' ? [] : tail.split(':'))]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

const isTrusted = (proxies: BlockList, address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whether an unsafe request comes from our own pages (docs/spec.md#origin). Browsers always name the origin of such a request; a program
 * that names none carries no cookie of somebody else.
 */
export function originIsOurs(app: App, headers: Headers) {
  const origin = headers.get('origin')
  if (origin === null) return !['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
  // A plain form on a page that sends no referrer names no origin; the browser itself says that the page is ours.
  if (origin === 'null') return headers.get('sec-fetch-site') === 'same-origin'
  if (origin === new URL(app.config.publicUrl).origin) return true
  // In development the same server is reached as localhost and as 127.0.0.1.
  return !app.config.isProduction && origin === `http://${headers.get('host')}`
}
