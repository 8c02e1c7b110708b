import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gunzip, gzip, constants as zlib } from 'node:zlib'
import type { Context } from 'hono'
import type { ServerBuild } from 'react-router'
import type { HttpEnv } from '../calls/caller.ts'
import type { Inline } from '../contentPolicy.ts'
import { cachedParams, themeIn } from '../pageContext.ts'
import { openCache } from './cache.ts'

/** Rendered page, the same for every visitor. */
export type CachedPage = {
  status: number
  /** Headers as rendered, including the router's own. */
  headers: [name: string, value: string][]
  /** Only for pages, not for their data. */
  inline: Inline | undefined
  /** The same page in each requested encoding. */
  bodies: Map<Encoding, Uint8Array<ArrayBuffer>>
  etag: string
}
export type Encoding = 'identity' | 'br' | 'gzip'

/** Result of a rendering: a page for all visitors, or a response for this visitor only. */
export type Rendered = { page: CachedPage } | { answer: Response }

/** Cache of pages that are the same for every visitor. */
export const openPageCache = (options: { olderByMs?: () => number; onLookup?: (isHit: boolean) => void } = {}) =>
  openCache<Rendered>({
    ...options,
    mostBytes: 8 * 1024 * 1024,
    // Grows as other encodings are added.
    bytesOf: (rendered) =>
      'page' in rendered ? [...rendered.page.bodies.values()].reduce((sum, { length }) => sum + length, 500) * 1.5 : 1,
    isForAll: (rendered) => 'page' in rendered,
  })

/**
 * Converts a response to a page for all visitors, if it is one: found or not found, without anything about this visitor. It is cached in
 * the requested encoding; uncompressed it would be five times as large.
 */
export async function toCachedPage(answer: Response, inline: Inline | undefined, asked: Headers): Promise<Rendered> {
  const { status, headers } = answer
  const isForAll = [200, 404].includes(status) && !headers.has('set-cookie') && !/private|no-store/.test(headers.get('cache-control') ?? '')
  if (!isForAll) return { answer }
  const body = Buffer.from(await answer.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const encoding = encodingIn(asked)
  return { page: { status, headers: [...headers], inline, bodies: new Map([[encoding, await compressBody(body, encoding)]]), etag } }
}

/** Responds with the page in the best encoding that the browser accepts, or with "not modified". */
export async function respondCached({ status, headers: rendered, bodies, etag }: CachedPage, asked: Headers): Promise<Response> {
  const headers = { ...Object.fromEntries(rendered), etag, vary: 'Accept-Encoding, Cookie' }
  if (status === 200 && asked.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const encoding = encodingIn(asked)
  const body = bodies.get(encoding) ?? (await compressBody(await plainIn(bodies), encoding))
  bodies.set(encoding, body)
  return new Response(body, {
    status,
    headers: { ...headers, 'content-length': String(body.length), ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) },
  })
}

function encodingIn(asked: Headers): Encoding {
  const accepted = asked.get('accept-encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/**
 * Quality 5 of brotli: one or two milliseconds for a page; 6 takes half as long again for 40 bytes, the best fifty milliseconds. Copied out
 * of the 64 KB that Node allocates, which would all be cached.
 */
async function compressBody(body: Uint8Array<ArrayBuffer>, encoding: Encoding) {
  if (encoding === 'identity') return body
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length }
  return new Uint8Array(encoding === 'br' ? await promisify(brotliCompress)(body, { params }) : await promisify(gzip)(body))
}

async function plainIn(bodies: CachedPage['bodies']) {
  const [plain, br, zipped] = [bodies.get('identity'), bodies.get('br'), bodies.get('gzip')]
  if (plain) return plain
  return br ? promisify(brotliDecompress)(br) : promisify(gunzip)(zipped ?? Buffer.alloc(0))
}

/**
 * Returns the request with only these parameters, in order: additional ones (campaign parameters of links elsewhere) and another order are
 * the same page. `_routes` belongs to the router.
 */
export function onlyReads(request: Request, names: readonly string[]) {
  const { method, url } = request
  const at = url.indexOf('?')
  if (at === -1 || (method !== 'GET' && method !== 'HEAD')) return request
  const query = url.slice(at + 1)
  const read = [...new URLSearchParams(query)].filter(([name]) => name === '_routes' || names.includes(name))
  const known = String(new URLSearchParams(read.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))))
  // Most requests are as our own pages write them: creating a request costs as much as a response from the cache.
  if (known === query) return request
  return new Request(url.slice(0, at) + (known && `?${known}`), { method, headers: request.headers, signal: request.signal })
}

/** Query parameters that cached pages read, by the patterns of their routes. */
export const cachedRoutes = ({ routes }: ServerBuild): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.values(routes).flatMap((route) => {
      const names = cachedParams(route?.module.handle)
      return names ? [[`/${route?.path ?? ''}`, names] as const] : []
    }),
  )

/** Longer URLs are not cached (bots). */
const longestAddress = 300

/**
 * Cache key of a page that is the same for every visitor: its address and the chosen theme, the only cookie that affects it. Undefined with
 * a session, valid or not.
 */
export function keyOf(c: Context<HttpEnv>) {
  const cookies = c.req.header('cookie') ?? ''
  const address = c.req.url.slice(c.req.url.indexOf('/', 8))
  const isPrivate = /(?:^|;\s*)(?:__Host-)?(?:session|admin)=/.test(cookies)
  return c.req.method !== 'GET' || isPrivate || address.length > longestAddress ? undefined : `${themeIn(cookies) ?? ''} ${address}`
}
