import { type BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { App } from '../app.ts'
import type { Inline } from '../contentPolicy.ts'
import { hashToken, newToken } from '../secrets.ts'
import { cookieLine, readCookie } from './cookies.ts'
import type { Caller } from './endpoint.ts'

/** Stored per request: its id, the pattern of its route (never its path), the extra fields and the code of a refusal. */
type Variables = {
  requestId: string
  route: string
  holdsToken?: boolean
  inline?: Inline
  refusal?: Record<string, false>
  refusedWith?: string
}
export type HttpEnv = { Variables: Variables; Bindings: { incoming?: { socket: { remoteAddress?: string; destroyed?: boolean } } } }

/**
 * Identifies the browser by a random cookie, set at the first call with an unsafe method, so that a lost response can be requested again
 * later. Only its hash is stored. Uploads and replayed responses are bound to this visitor.
 */
export function callerOf(app: App, c: Context<HttpEnv>): Caller {
  const known = readCookie(app, c.req.header('cookie'), 'caller')
  const id = known ?? newToken(app)
  const keep = (days: number) => cookieLine(app, { name: 'caller', value: id, maxAgeSeconds: days * 86_400 })
  if (!known) c.header('set-cookie', keep(30), { append: true })
  const origin = { ip: clientIp(app, c), userAgent: c.req.header('user-agent') ?? null }
  return { ...origin, hash: () => hashToken(id), requestId: c.get('requestId'), keep }
}

/**
 * Returns the client's address: that of the connection, or, behind trusted proxies only, the last address of X-Forwarded-For that is not a
 * proxy's. One IPv6 customer has a whole network, up to a /56, so only that part counts.
 */
export function clientIp(app: App, c: Context<HttpEnv>) {
  const direct = plainAddress(c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1') ?? '127.0.0.1'
  const proxies = app.config.TRUSTED_PROXIES
  if (!isTrusted(proxies, direct)) return networkOf(direct)
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').reverse()
  for (const hop of hops) {
    const address = plainAddress(hop.trim())
    // No trusted proxy writes such an entry: the client forged it.
    if (!address) break
    if (!isTrusted(proxies, address)) return networkOf(address)
  }
  return networkOf(direct)
}

/** Returns an address without port, brackets or the mapping of IPv4 into IPv6; undefined for other texts. */
function plainAddress(text: string) {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text)?.[1] ?? text
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address : undefined
}

/** Returns an address as limits count it, an IPv6 address with its whole network; undefined for other texts. */
export function limitedAddress(text: string) {
  const address = plainAddress(text)
  return address && networkOf(address)
}

function networkOf(address: string) {
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail === '' ? [] : tail.split(':'))]
  const subnet = Number.parseInt(all[3] ?? '0', 16) & 0xff00
  return `${[...all.slice(0, 3), subnet.toString(16)].map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/56`
}

const isTrusted = (proxies: BlockList, address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Returns true if an unsafe request, or one for a private file, comes from our own pages (docs/spec.md#origin). Browsers send Origin with
 * unsafe requests, and Sec-Fetch-Site with all. A program that sends neither does not carry another person's cookies.
 */
export function originIsOurs(app: App, headers: Headers) {
  const origin = headers.get('origin')
  if (origin === null) return !['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
  // A plain form on a page with no-referrer sends `Origin: null`; Sec-Fetch-Site then says whether the page is ours.
  if (origin === 'null') return headers.get('sec-fetch-site') === 'same-origin'
  if (origin === app.config.publicUrl) return true
  // In development the same server is reached as localhost and as 127.0.0.1.
  return !app.config.isProduction && origin === `http://${headers.get('host')}`
}
