import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Inline } from './contentPolicy.ts'

/** A rendered page, the same for every visitor. */
export type KeptPage = {
  status: number
  /** As it was rendered: the router's own headers, too. */
  headers: [name: string, value: string][]
  /** Of a page, not of its data. */
  inline: Inline | undefined
  /** The same bytes in each encoding that somebody asked for. */
  bodies: Map<Encoding, Buffer>
  etag: string
}
export type Encoding = 'identity' | 'br' | 'gzip'

/** What a rendering brought: a page for everybody, or an answer for this visitor only. */
export type Rendered = { page: KeptPage } | { answer: Response }

/**
 * Pages of this process that are the same for every visitor (docs/spec.md#kept-pages). At most five seconds old, and gone at once when
 * something changes that they may show.
 */
export type KeptPages = {
  /** The page under this key, rendered if it is not there; of several who ask at once, one renders. */
  get(key: string, render: () => Promise<Rendered>): Promise<Rendered>
  /** Forgets everything, also what is being rendered from what was true before. */
  empty(): void
}

const mostBytes = 64 * 1024 * 1024
const keptMs = 5_000

export function openKeptPages(): KeptPages {
  const pages = new LRUCache<string, KeptPage>({
    ttl: keptMs,
    maxSize: mostBytes,
    // Both encodings together are about a third of the plain page.
    sizeCalculation: ({ bodies }) => Math.ceil((bodies.get('identity')?.length ?? 0) * 1.4) + 1_000,
  })
  let rendering = new Map<string, Promise<Rendered>>()
  return {
    async get(key, render) {
      const page = pages.get(key)
      if (page) return { page }
      const others = rendering.get(key)
      const theirs = others && (await others.catch(() => undefined))
      if (theirs && 'page' in theirs) return theirs
      const mine = rendering
      const rendered = render().finally(() => mine.delete(key))
      mine.set(key, rendered)
      const made = await rendered
      // Whoever began before an emptying may have read what was true before it.
      if ('page' in made && mine === rendering) pages.set(key, made.page)
      return made
    },
    empty() {
      pages.clear()
      rendering = new Map()
    },
  }
}

/** A rendered answer as a page for everybody, if it is one: found or not found, and nothing in it about this visitor. */
export async function asKept(answer: Response, inline: Inline | undefined): Promise<Rendered> {
  const { status, headers } = answer
  const isForAll = [200, 404].includes(status) && !headers.has('set-cookie') && !/private|no-store/.test(headers.get('cache-control') ?? '')
  if (!isForAll) return { answer }
  const body = Buffer.from(await answer.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { page: { status, headers: [...headers], inline, bodies: new Map([['identity', body]]), etag } }
}

/** The page in the best encoding that the browser takes, or only that it has not changed. */
export async function answerKept({ status, headers: rendered, bodies, etag }: KeptPage, asked: Headers): Promise<Response> {
  const headers = { ...Object.fromEntries(rendered), etag, vary: 'Accept-Encoding, Cookie' }
  if (status === 200 && asked.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(asked.get('accept-encoding') ?? '')
  const body = bodies.get(encoding) ?? (await squeeze(bodies.get('identity') ?? Buffer.alloc(0), encoding))
  bodies.set(encoding, body)
  return new Response(new Uint8Array(body), {
    status,
    headers: { ...headers, 'content-length': String(body.length), ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) },
  })
}

const encodingFor = (accepted: string): Encoding => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity')

/** Quality 5 of brotli: a millisecond for a page; the best would take fifty. */
const squeeze = (body: Buffer, encoding: Encoding) =>
  encoding === 'br' ? promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }) : promisify(gzip)(body)
