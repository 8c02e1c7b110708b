import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, gunzip, gzip, constants as zlib } from 'node:zlib'
import type { Context } from 'hono'
import type { ServerBuild } from 'react-router'
import type { HttpEnv } from '../calls/caller.ts'
import type { Inline } from '../contentPolicy.ts'
import { keptBy, themeIn } from '../pageContext.ts'
import { openKept } from './kept.ts'

/** A rendered page, the same for every visitor. */
export type KeptPage = {
  status: number
  /** As it was rendered: the router's own headers, too. */
  headers: [name: string, value: string][]
  /** Of a page, not of its data. */
  inline: Inline | undefined
  /** The same page in each encoding that somebody asked for. */
  bodies: Map<Encoding, Uint8Array<ArrayBuffer>>
  etag: string
}
export type Encoding = 'identity' | 'br' | 'gzip'

/** What a rendering brought: a page for everybody, or an answer for this visitor only. */
export type Rendered = { page: KeptPage } | { answer: Response }

/** Pages of this process that are the same for every visitor. */
export const openKeptPages = (olderByMs?: () => number) =>
  openKept<Rendered>({
    ...(olderByMs && { olderByMs }),
    mostBytes: 8 * 1024 * 1024,
    // Those who ask later for other encodings add to it.
    bytesOf: (rendered) =>
      'page' in rendered ? [...rendered.page.bodies.values()].reduce((sum, { length }) => sum + length, 500) * 1.5 : 1,
    isForAll: (rendered) => 'page' in rendered,
  })

/**
 * A rendered answer as a page for everybody, if it is one: found or not found, and nothing in it about this visitor. It is kept in the
 * encoding that was asked for; plain it would be five times as large.
 */
export async function asKept(answer: Response, inline: Inline | undefined, asked: Headers): Promise<Rendered> {
  const { status, headers } = answer
  const isForAll = [200, 404].includes(status) && !headers.has('set-cookie') && !/private|no-store/.test(headers.get('cache-control') ?? '')
  if (!isForAll) return { answer }
  const body = Buffer.from(await answer.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const encoding = encodingIn(asked)
  return { page: { status, headers: [...headers], inline, bodies: new Map([[encoding, await squeeze(body, encoding)]]), etag } }
}

/** The page in the best encoding that the browser takes, or only that it has not changed. */
export async function answerKept({ status, headers: rendered, bodies, etag }: KeptPage, asked: Headers): Promise<Response> {
  const headers = { ...Object.fromEntries(rendered), etag, vary: 'Accept-Encoding, Cookie' }
  if (status === 200 && asked.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const encoding = encodingIn(asked)
  const body = bodies.get(encoding) ?? (await squeeze(await plainIn(bodies), encoding))
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
 * Quality 5 of brotli: one or two milliseconds for a page; 6 takes half as long again for 40 bytes, the best fifty milliseconds. Copied out of
 * the 64 KB that Node makes room for, which would all be kept.
 */
async function squeeze(body: Uint8Array<ArrayBuffer>, encoding: Encoding) {
  if (encoding === 'identity') return body
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length }
  return new Uint8Array(encoding === 'br' ? await promisify(brotliCompress)(body, { params }) : await promisify(gzip)(body))
}

async function plainIn(bodies: KeptPage['bodies']) {
  const [plain, br, zipped] = [bodies.get('identity'), bodies.get('br'), bodies.get('gzip')]
  if (plain) return plain
  return br ? promisify(brotliDecompress)(br) : promisify(gunzip)(zipped ?? Buffer.alloc(0))
}

/**
 * The request as a page that reads these parameters needs it: others (whoever links to us adds marks of an advertisement) and another order
 * make no other page of it. `_routes` is the router's own.
 */
export function onlyReads(request: Request, names: readonly string[]) {
  const { method, url } = request
  const at = url.indexOf('?')
  if (at === -1 || (method !== 'GET' && method !== 'HEAD')) return request
  const query = url.slice(at + 1)
  const read = [...new URLSearchParams(query)].filter(([name]) => name === '_routes' || names.includes(name))
  const known = String(new URLSearchParams(read.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))))
  // Most are as our own pages write them: making a request costs as much as answering with a kept page.
  if (known === query) return request
  return new Request(url.slice(0, at) + (known && `?${known}`), { method, headers: request.headers, signal: request.signal })
}

/** Query parameters that cached pages read, by the patterns of their routes. */
export const keptRoutes = ({ routes }: ServerBuild): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.values(routes).flatMap((route) => {
      const names = keptBy(route?.module.handle)
      return names ? [[`/${route?.path ?? ''}`, names] as const] : []
    }),
  )

/** URLs that are longer are not cached (bots). */
const longestAddress = 300

/**
 * Cache key of a page that is the same for every visitor: its address and the chosen theme, the only cookie that it shows. Undefined with a
 * session, valid or not.
 */
export function keyOf(c: Context<HttpEnv>) {
  const cookies = c.req.header('cookie') ?? ''
  const address = c.req.url.slice(c.req.url.indexOf('/', 8))
  const isPrivate = /(?:^|;\s*)(?:__Host-)?(?:session|admin)=/.test(cookies)
  return c.req.method !== 'GET' || isPrivate || address.length > longestAddress ? undefined : `${themeIn(cookies) ?? ''} ${address}`
}
